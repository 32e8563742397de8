// The files of a talk in its form.
import type { Problem } from '../../kernel/changes/errors.ts'
import { Field, FieldGroup } from '../../kit/components/form-fields.tsx'
import { RowGroup } from '../../kit/components/form-layout.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { Row } from '../../kit/office/form-values.ts'
import { ListProblems } from '../../kit/office/list-problems.tsx'
import { RowButtons } from '../../kit/office/row-buttons.tsx'
import { DocumentsField } from './page-upload-fields.tsx'

type FileRowsProps = { rows: readonly Row[]; problems: readonly Problem[] }

export function FileRows({ rows, problems }: FileRowsProps) {
  const texts = useMessages().office.talks.form
  return (
    <RowGroup list="files" title={texts.files} count={rows.length} problems={problems}>
      <p class="hint">{texts.filesHint}</p>
      <ListProblems problems={problems} list="files" label={texts.files} />
      <ol class="form-rows">
        {rows.map((row, index) => (
          <li class="form-row file-row">
            <FieldGroup name={texts.file({ position: index + 1 })}>
              <Field
                name={`files/${index}/label`}
                label={texts.fileLabel}
                value={row.label}
                problems={problems}
              />
            </FieldGroup>
            <input type="hidden" name={`files/${index}/url`} value={row.url ?? ''} />
            <RowButtons list="files" index={index} name={row.label || texts.thisFile} isMovable />
          </li>
        ))}
      </ol>
      <DocumentsField name="files" label={texts.addFiles} hint={texts.addFilesHint} />
    </RowGroup>
  )
}
