// Fields for files: a picture with its address, preview, and crop, and documents. `uploads.js` adds the crop.

import type { Problem } from '../../kernel/changes/errors.ts'
import { fieldId, Notes, useField } from '../../kit/components/form-fields.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { MAX_FORM_BYTES, MAX_PICTURE_BYTES } from './limits.ts'
import { cropField, uploadField } from './page-uploads.ts'
import { pictureTypes } from './schema.ts'

/** The script and style sheet that a page with these fields needs, besides its own. */
export const uploadAssets = (scripts: readonly string[] = []) => ({
  scripts: [...scripts, 'uploads.js'],
  styles: ['uploads.css'],
})

/** The width of a picture as a multiple of its height, where it always has the same shape. Others are not cropped. */
const ratios = { avatar: 1, icon: 1, image: 16 / 9, banner: 16 / 9, logo: undefined } as const

type PictureFieldProps = {
  name: string
  /** The label of the address. */
  label: string
  value: string
  kind: keyof typeof ratios
  hint?: string
  /** Every problem of the form. The field shows its own. */
  problems?: readonly Problem[]
}

export function PictureField({ name, label, value, kind, hint, problems = [] }: PictureFieldProps) {
  const { uploads: texts } = useMessages().forms
  const { id, own, marks } = useField({ name, label, hint: texts.addressHint, problems })
  const file = fieldId(uploadField(name))
  const ratio = ratios[kind]
  return (
    <div
      class={`field picture-field of-${kind}`}
      data-upload
      data-max-bytes={MAX_PICTURE_BYTES}
      {...(ratio === undefined ? {} : { 'data-ratio': ratio })}
    >
      <div class="picture-now">{value ? <img src={value} alt={texts.preview} /> : null}</div>
      <div class="picture-inputs">
        <label for={file}>{texts.labels[kind]}</label>
        <input
          type="file"
          id={file}
          name={uploadField(name)}
          accept={pictureTypes.join(',')}
          aria-describedby={`${file}-hint`}
        />
        <p class="hint" id={`${file}-hint`}>
          {hint ? <>{hint} </> : null}
          {texts.hint}
        </p>
        <TooLarge text={texts.pictureTooLarge} />
        <Crop name={name} canBeCropped={ratio !== undefined} />
        <label for={id}>{label}</label>
        <input type="text" inputMode="url" id={id} name={name} value={value} {...marks} />
        <Notes id={id} hint={texts.addressHint} own={own} />
      </div>
    </div>
  )
}

/** Shown by the script before sending a file that the server would refuse. */
const TooLarge = ({ text }: { text: string }) => (
  <p class="problem" role="alert" data-too-large hidden>
    {text}
  </p>
)

/** Shown by the script after a picture was chosen. */
function Crop({ name, canBeCropped }: { name: string; canBeCropped: boolean }) {
  const { uploads: texts } = useMessages().forms
  return (
    <div class="crop" hidden>
      <canvas role="img" aria-label={texts.preview} />
      <div class="crop-controls">
        {canBeCropped ? (
          <>
            <Slider control="zoom" label={texts.zoom} range={[100, 400, 100]} />
            <Slider control="x" label={texts.horizontal} range={[0, 100, 50]} />
            <Slider control="y" label={texts.vertical} range={[0, 100, 50]} />
            <input type="hidden" name={cropField(name)} value="" />
          </>
        ) : null}
        <button type="button" data-discard>
          {texts.discard}
        </button>
      </div>
    </div>
  )
}

type SliderProps = {
  control: string
  label: string
  range: readonly [min: number, max: number, value: number]
}

const Slider = ({ control, label, range: [min, max, value] }: SliderProps) => (
  <label>
    {label}
    <input type="range" data-control={control} min={min} max={max} value={value} />
  </label>
)

type DocumentsFieldProps = { name: string; label: string; hint: string }

/** PDF files that are added to a list. The list shows their problems. */
export function DocumentsField({ name, label, hint }: DocumentsFieldProps) {
  const { uploads: texts } = useMessages().forms
  const id = fieldId(uploadField(name))
  return (
    <div class="field" data-upload data-max-bytes={MAX_FORM_BYTES}>
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
