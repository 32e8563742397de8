// The texts of the Back Office, one file per area.

export const office = {}
