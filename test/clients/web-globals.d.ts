// Types of browsers that the generated client uses and Node's types lack.
type HeadersInit = NonNullable<RequestInit['headers']>
type BodyInit = NonNullable<RequestInit['body']>
declare const document: unknown
