// The links of a talk in its form.
import type { Problem } from '../../../domain/changes/errors.ts'
import { Field, FieldGroup } from '../../components/form-fields.tsx'
import type { Row } from '../shared/form-values.ts'
import { ListProblems } from '../shared/object-page.tsx'
import { AddButton, RowButtons } from '../shared/row-buttons.tsx'

type LinkRowsProps = { rows: readonly Row[]; problems: readonly Problem[]; isAdding: boolean }

export function LinkRows({ rows, problems, isAdding }: LinkRowsProps) {
  return (
    <fieldset id="links">
      <legend>Links</legend>
      <ListProblems problems={problems} list="links" label="Links" />
      <ol class="form-rows">
        {[...rows, ...(isAdding ? [{} as Row] : [])].map((row, index) => (
          <li class="form-row link-row">
            <FieldGroup name={`Link ${index + 1}`}>
              <Field name={`links/${index}/label`} label="Label" value={row.label} problems={problems} />
              <Field
                name={`links/${index}/url`}
                label="Address (https)"
                type="url"
                value={row.url}
                problems={problems}
              />
            </FieldGroup>
            <RowButtons list="links" index={index} name={row.label || 'this link'} isMovable />
          </li>
        ))}
      </ol>
      <div class="actions">
        <AddButton list="links" text="Add a link" />
      </div>
    </fieldset>
  )
}
