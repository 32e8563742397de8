// Prints the page of components. Each request runs it in a new process, so the page always shows the current code.
import { renderComponents } from './page.tsx'

process.stdout.write(renderComponents())
