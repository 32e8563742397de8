// Prints the page of components, in a process of its own, so that it is always that of the current code.
import { renderComponents } from './page.tsx'

process.stdout.write(renderComponents())
