// Types for the modules of single icons, which the package does not describe.
declare module 'lucide-static/dist/esm/icons/*' {
  /** An SVG document. */
  const svg: string
  export default svg
}
