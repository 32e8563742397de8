// Downloads of tables.

export const downloads = {
  export: 'Exporter',
  formats: { csv: 'CSV', xlsx: 'Excel' },
}
