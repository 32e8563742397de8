// `npm run build`: makes dist/ from src/, unless it is up to date.
import { buildIfChanged } from './builder.ts'

if (!(await buildIfChanged())) process.exitCode = 1
