// Downloads of tables.

export const downloads = {
  export: 'Export',
  formats: { csv: 'CSV', xlsx: 'Excel' },
}
