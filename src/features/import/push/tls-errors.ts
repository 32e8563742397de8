// Certificates to trust, and the reasons that a TLS connection failed.

import { X509Certificate } from 'node:crypto'
import { PushFailure } from './failure.ts'

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * The certificates of a PEM file (RFC 7468).
 * @throws PushFailure if there is none or one is damaged. Node would ignore such a file.
 */
export function parseCertificates(file: string, content: Buffer): string[] {
  const blocks = content.toString('latin1').match(PEM) ?? []
  if (blocks.length === 0 || !blocks.every(isCertificate))
    throw new PushFailure(
      `--ca: ${file} contains no valid certificate in PEM format (-----BEGIN CERTIFICATE-----)`,
    )
  return blocks
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem)
    return true
  } catch {
    return false
  }
}

/** Codes of OpenSSL's certificate verification and of Node's TLS. No request was sent. */
export const isTlsError = (code: string): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/.test(code)

/** `: reason; advice`. */
export function describeTlsError(error: NodeJS.ErrnoException, host: string): string {
  const { code = '', message } = error
  if (code === 'CERT_HAS_EXPIRED')
    return ': the certificate has expired; renew it, or check the clock of this machine'
  if (code === 'CERT_NOT_YET_VALID')
    return ': the certificate is not valid yet; check the clock of this machine'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `: the certificate is for ${namesIn(error)}, not for ${host}; check --url`
  if (/wrong version number|packet length/i.test(message))
    return ': the server does not use TLS on this port; check --url'
  if (/SELF_SIGNED|UNABLE_TO/.test(code)) return ': the certificate is not trusted; trust it with --ca FILE'
  return ''
}

/** Node adds the certificate to this error: `DNS:example.org, IP Address:192.0.2.7`. */
function namesIn(error: Error): string {
  const { subjectaltname = '' } = 'cert' in error ? Object(error.cert) : {}
  return String(subjectaltname).replaceAll(/(?:DNS|IP Address):/g, '') || 'another host'
}
