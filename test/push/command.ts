// Runs `push` alone, as the `lectern` command would.

import { Command } from 'commander'
import { addPushCommand } from '../../src/cli/push.ts'

const program = new Command('lectern')
addPushCommand(program)
await program.parseAsync()
