// Runs only `push`, like the `lectern` command.

import { Command } from 'commander'
import { addPushCommand } from '../../../src/features/import/push.ts'

const program = new Command('lectern')
addPushCommand(program)
await program.parseAsync()
