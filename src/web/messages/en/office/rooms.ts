// The settings of video rooms.
export const rooms = {
  intro:
    'Talks of the type Embedded take place in a video room on their page. Each talk has its own room, which opens at the start and closes at the end.',
  provider: 'Provider',
  providers: {
    address: 'Room URL: any service, without tokens',
    jitsi: 'Jitsi server with tokens',
    jaas: 'JaaS (Jitsi as a Service by 8x8)',
  },
  providerHint:
    'With tokens, people enter with their own name and picture, moderators of the talk moderate the room, and nobody enters outside the talk.',
  roomAddress: 'Room URL',
  roomAddressHint:
    'An https URL such as https://meet.example.org/{id}, where {id} is replaced by the ID of the talk. Not used with JaaS.',
  tokens: 'Tokens',
  appId: 'App ID',
  appIdHint: 'The app ID of the Jitsi server, or the AppID of JaaS, which begins with vpaas-magic-cookie-.',
  keyId: 'Key ID (JaaS)',
  keyIdHint: 'The ID of the API key in the JaaS console.',
  key: 'Secret or private key',
  keyHint:
    'The app secret of the Jitsi server, or the private key of JaaS in PEM format. It is stored encrypted and never shown again.',
  keySaved: (time: string) => `A key was saved on ${time}. Leave this field empty to keep it.`,
}
