// The folder of an installation's data.

/** The setting LECTERN_DATA_DIR, or its default. */
export const dataFolder = (env: NodeJS.ProcessEnv): string => env.LECTERN_DATA_DIR?.trim() || './data'
