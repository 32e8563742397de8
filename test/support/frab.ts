// Validators for the frab format, using its schemas if they are available.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import { IsDate, IsDateTime, IsUri, IsUuid } from 'typebox/format'
import { findSharedExport } from './import/samples.ts'

const jsonSchema = findSharedExport('frab-schema.json')
const xmlSchema = findSharedExport('schedule.xml.xsd')
const hasXmllint = spawnSync('xmllint', ['--version']).status === 0

/** The missing parts for validation, which are also printed; undefined if there are none. */
export const missingValidator = !(jsonSchema && xmlSchema)
  ? 'the schemas of ../shared'
  : hasXmllint
    ? undefined
    : 'xmllint'
if (missingValidator) {
  process.stderr.write(`\nThere is no ${missingValidator}: validation of the feeds is SKIPPED.\n`)
  if (missingValidator === 'xmllint' && process.env.REQUIRE_SERVICES === '1')
    throw new Error('There is no xmllint, and REQUIRE_SERVICES=1 wants the feeds validated.')
}

const formats = { uuid: IsUuid, uri: IsUri, date: IsDate, 'date-time': IsDateTime, color: isColor }

function isColor(value: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(value)
}

/** Errors found by schema.json (draft 6). */
export function jsonProblems(document: unknown): unknown[] {
  const ajv = new Ajv({ strict: false, allErrors: true, formats })
  ajv.addMetaSchema(createRequire(import.meta.url)('ajv/dist/refs/json-schema-draft-06.json'))
  const validate = ajv.compile(JSON.parse(readFileSync(jsonSchema ?? '', 'utf8')))
  validate(document)
  return validate.errors ?? []
}

/** Errors found by schema.xsd; '' if there are none. */
export function xmlProblems(document: string): string {
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', xmlSchema ?? '', '-'], {
    input: document,
    encoding: 'utf8',
  })
  return status === 0 ? '' : stderr
}

/** The texts selected by an XPath, one per line. */
export function xpath(document: string, path: string): string[] {
  const { stdout } = spawnSync('xmllint', ['--noout', '--nonet', '--xpath', path, '-'], {
    input: document,
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((line) => line !== '')
}
