// Downloads of tables.

export const downloads = {
  export: 'Exportar',
  formats: { csv: 'CSV', xlsx: 'Excel' },
}
