// Fields for files: a picture that is dropped or chosen, cropped, replaced, and removed, and documents. `uploads.js` does
// this; without scripts, a picture is sent with the form, and a check box removes it.

import type { Problem } from '../../kernel/changes/errors.ts'
import { Check, fieldId, Notes, useField } from '../../kit/components/form-fields.tsx'
import { Icon } from '../../kit/components/icon.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { MAX_FORM_BYTES, MAX_PICTURE_BYTES } from './limits.ts'
import { cropField, PICTURES_PATH, removeField, uploadField } from './page-uploads.ts'
import { pictureTypes } from './schema.ts'

/** The script and style sheet that a page with these fields needs, besides its own. */
export const uploadAssets = (scripts: readonly string[] = []) => ({
  scripts: [...scripts, 'uploads.js'],
  styles: ['uploads.css'],
})

/** The width and height of a picture, where it always has the same shape. Others are not cropped. */
const shapes = {
  avatar: [1, 1],
  icon: [1, 1],
  image: [16, 9],
  banner: [2.3, 1],
  logo: undefined,
} as const

type PictureFieldProps = {
  name: string
  label: string
  value: string
  kind: keyof typeof shapes
  hint?: string
  /** Whether the heading of a group says the label already. */
  isInGroup?: boolean
  /** Every problem of the form. The field shows its own. */
  problems?: readonly Problem[]
}

export function PictureField({
  name,
  label,
  value,
  kind,
  hint,
  isInGroup,
  problems = [],
}: PictureFieldProps) {
  const { forms, formats } = useMessages()
  const { uploads: texts } = forms
  const { id, own, marks } = useField({ name, label, hint: texts.hint, problems })
  const shape = shapes[kind]
  const ratio = shape?.map((side) => formats.number(side)).join(':')
  return (
    <div
      class={`field picture-field of-${kind}`}
      data-upload={PICTURES_PATH}
      data-max-bytes={MAX_PICTURE_BYTES}
      {...(shape ? { 'data-ratio': shape[0] / shape[1] } : {})}
    >
      <label {...(isInGroup ? { class: 'visually-hidden' } : {})} for={id}>
        {label}
      </label>
      <div class="picture-frame">
        <img class="picture-now" alt={texts.preview} {...(value ? { src: value } : { hidden: true })} />
        <button type="button" class="picture-drop" aria-describedby={`${id}-hint`} hidden={value !== ''}>
          <Icon name="image" />
          {texts.drop}
        </button>
        <Crop name={name} canBeCropped={shape !== undefined} />
      </div>
      <input type="file" id={id} name={uploadField(name)} accept={pictureTypes.join(',')} {...marks} />
      <progress max="1" aria-label={texts.uploading} hidden />
      <Outcome />
      <PictureButtons label={label} hasPicture={value !== ''} />
      {value ? (
        <div class="without-scripts">
          <Check name={removeField(name)} label={texts.remove} isOn={false} />
        </div>
      ) : null}
      <Notes
        id={id}
        hint={[hint, ratio && texts.shape({ ratio }), texts.hint].filter(Boolean).join(' ')}
        own={own}
      />
      <Address name={name} label={label} value={value} />
    </div>
  )
}

/** The result of an upload, and the problem of a file that the server would refuse. */
function Outcome() {
  const { uploads: texts } = useMessages().forms
  return (
    <>
      <TooLarge text={texts.pictureTooLarge} />
      <p class="problem" role="alert" data-refused={texts.later} hidden />
      <p class="quiet" role="status" data-uploaded={texts.uploaded} data-removed={texts.removed} />
    </>
  )
}

function PictureButtons({ label, hasPicture }: { label: string; hasPicture: boolean }) {
  const { forms } = useMessages()
  const { uploads: texts } = forms
  const named = (text: string) => forms.fieldOf({ group: text, field: label })
  return (
    <div class="picture-buttons with-scripts" hidden={!hasPicture}>
      <button type="button" data-replace aria-label={named(texts.replace)}>
        {texts.replace}
      </button>
      <button type="button" data-remove aria-label={named(texts.remove)}>
        {texts.remove}
      </button>
    </div>
  )
}

type AddressProps = { name: string; label: string; value: string }

/** The address of a picture elsewhere, for those who ask for it. The script puts the path of an upload here. */
function Address({ name, label, value }: AddressProps) {
  const { forms } = useMessages()
  const { uploads: texts } = forms
  const id = `${fieldId(name)}-address`
  return (
    <details class="picture-address">
      <summary aria-label={forms.fieldOf({ group: texts.useAddress, field: label })}>
        {texts.useAddress}
      </summary>
      <label for={id}>{texts.address}</label>
      <input type="text" inputMode="url" id={id} name={name} value={value} aria-describedby={`${id}-hint`} />
      <p class="hint" id={`${id}-hint`}>
        {texts.addressHint}
      </p>
    </details>
  )
}

/** Shown by the script before sending a file that the server would refuse. */
const TooLarge = ({ text }: { text: string }) => (
  <p class="problem" role="alert" data-too-large hidden>
    {text}
  </p>
)

/** Shown by the script after a picture was chosen: drag it, or move it with the keyboard. */
function Crop({ name, canBeCropped }: { name: string; canBeCropped: boolean }) {
  const { uploads: texts } = useMessages().forms
  const hint = `${fieldId(name)}-crop-hint`
  return (
    <div class="crop" hidden>
      <canvas
        {...(canBeCropped
          ? { role: 'application', tabIndex: 0, 'aria-label': texts.crop, 'aria-describedby': hint }
          : { role: 'img', 'aria-label': texts.preview })}
      />
      {canBeCropped ? (
        <>
          <p class="hint" id={hint}>
            {texts.cropHint}
          </p>
          <label class="crop-zoom">
            {texts.zoom}
            <input type="range" data-zoom min="100" max="400" value="100" />
          </label>
          <input type="hidden" name={cropField(name)} value="" />
        </>
      ) : null}
      <div class="picture-buttons">
        <button type="button" data-use>
          {texts.use}
        </button>
        <button type="button" data-discard>
          {texts.discard}
        </button>
      </div>
    </div>
  )
}

type DocumentsFieldProps = { name: string; label: string; hint: string }

/** PDF files that are added to a list. The list shows their problems. */
export function DocumentsField({ name, label, hint }: DocumentsFieldProps) {
  const { uploads: texts } = useMessages().forms
  const id = fieldId(uploadField(name))
  return (
    <div class="field" data-documents data-max-bytes={MAX_FORM_BYTES}>
      <label for={id}>{label}</label>
      <input
        type="file"
        id={id}
        name={uploadField(name)}
        accept="application/pdf"
        multiple
        aria-describedby={`${id}-hint`}
      />
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <TooLarge text={texts.filesTooLarge} />
    </div>
  )
}
