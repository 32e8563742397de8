// The control that downloads a list as a file, with its search, filters, and sort.
import { useMessages } from '../messages/use-messages.tsx'
import { type FileFormat, fileFormats } from '../pages/table-files.ts'
import { Icon } from './icon.tsx'

export function ExportMenu({ href }: { href: (format: FileFormat) => string }) {
  const texts = useMessages().downloads
  return (
    <details class="export-menu">
      <summary class="button plain">
        <Icon name="download" />
        {texts.export}
      </summary>
      <ul>
        {fileFormats.map((format) => (
          <li>
            <a href={href(format)} download>
              {texts.formats[format]}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
