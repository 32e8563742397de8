// Texts written by people, one after another on a line.

/** Stays with the text before it. */
export const DOT = '\u00a0· '

type JoinedProps = { texts: readonly (string | null)[]; by: string }

/** Each text keeps its own direction and place. Empty ones are left out. */
export function Joined({ texts, by }: JoinedProps) {
  return (
    <>
      {texts.filter(Boolean).map((text, index) => (
        <>
          {index > 0 ? by : null}
          <bdi>{text}</bdi>
        </>
      ))}
    </>
  )
}
