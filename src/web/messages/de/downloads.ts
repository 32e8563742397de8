// Downloads of tables.

export const downloads = {
  export: 'Exportieren',
  formats: { csv: 'CSV', xlsx: 'Excel' },
}
