// Texts that people wrote, one after the other on a line.

type JoinedProps = { texts: readonly (string | null)[]; by: string }

/** Each keeps its own direction and place. Empty ones are left out. */
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
