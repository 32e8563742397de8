// The links of a talk in its form.
import type { Problem } from '../../../kernel/changes/errors.ts'
import { Field, FieldGroup } from '../../../kit/components/form-fields.tsx'
import { RowGroup } from '../../../kit/components/form-layout.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import type { Row } from '../../../kit/office/form-values.ts'
import { ListProblems } from '../../../kit/office/list-problems.tsx'
import { AddButton, newRowId, RowButtons } from '../../../kit/office/row-buttons.tsx'

type LinkRowsProps = { rows: readonly Row[]; problems: readonly Problem[]; isAdding: boolean }

export function LinkRows({ rows, problems, isAdding }: LinkRowsProps) {
  const texts = useMessages().office.talks.form
  return (
    <RowGroup list="links" title={texts.links} count={rows.length} {...{ isAdding, problems }}>
      <ListProblems problems={problems} list="links" label={texts.links} />
      <ol class="form-rows">
        {[...rows, ...(isAdding ? [{} as Row] : [])].map((row, index) => (
          <li class="form-row link-row" {...(index === rows.length ? { id: newRowId('links') } : {})}>
            <FieldGroup name={texts.link({ position: index + 1 })}>
              <Field
                name={`links/${index}/label`}
                label={texts.linkLabel}
                value={row.label}
                problems={problems}
              />
              <Field
                name={`links/${index}/url`}
                label={texts.linkUrl}
                type="url"
                value={row.url}
                problems={problems}
              />
            </FieldGroup>
            <RowButtons list="links" index={index} name={row.label || texts.thisLink} isMovable />
          </li>
        ))}
      </ol>
      <div class="actions">
        <AddButton list="links" text={texts.addLink} />
      </div>
    </RowGroup>
  )
}
