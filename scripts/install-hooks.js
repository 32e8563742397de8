// `npm run prepare`, which npm also runs after an installation: lets git use the hooks of the project. Plain JavaScript,
// because the machine's own Node may be too old for TypeScript.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// An archive without its own repository must not change the settings of one around it.
if (existsSync('.git') && !process.env.CI)
  try {
    execFileSync('git', ['config', 'core.hooksPath', '.githooks'], { stdio: 'ignore' })
  } catch {
    // Without git there is nothing to check.
  }
