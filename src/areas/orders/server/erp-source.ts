import { refuseInput, type Issue } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { erpFields, erpSource } from '../contract/erp-order'
import { requiredErpFields } from '../rules/erp-import'
import { parseErpAddress } from './pull-json'
import { sql } from '@/server/sql'
import { handle } from '@/server/area'

type SourceRow = Row<typeof erpSource>
/** Characters that RFC 9110 permits in the name and in the value of a header. */
const HEADER_NAME_PATTERN = /^[\w!#$%&'*+.^`|~-]+$/
const HEADER_VALUE_PATTERN = /^[\t\x20-\x7e\x80-\xff]*$/
/** Headers of the connection itself, which a source must not set. */
const CONNECTION_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
  'trailer',
])

/** POST /equ/erp_source: adds a source. */
export const addErpSource = handle(erpSource.endpoints.create, async (ctx, input) => {
  assertSourceValid(input)
  return ctx.rows.insert(erpSource, input as Partial<SourceRow>)
})
/**
 * PUT /equ/erp_source. Resets the failures, so that a changed source is polled at once. The stored header value is
 * deleted if scheme, host, port or header name change without a new value. The secret was entered for the old address,
 * and `http` would send it in clear text.
 */
export const editErpSource = handle(erpSource.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const previousSource = await ctx.rows.lock(erpSource, id)
  const updatedSource = { ...previousSource, ...patch }
  assertSourceValid(updatedSource)
  if (
    !patch.headerValue &&
    (parseErpAddress(updatedSource.url).origin !== parseErpAddress(previousSource.url).origin ||
      updatedSource.headerName !== previousSource.headerName)
  ) {
    await ctx.query(sql`update erp_source set header_value = null where site_id = ${ctx.site} and id = ${id}`)
  }
  return ctx.rows.update(erpSource, id, { ...(patch as Partial<SourceRow>), failures: 0 }, { version })
})
/** @throws an input error that names the invalid field, or a refusal if the address must not be called */
function assertSourceValid(source: {
  url: string
  headerName?: string | null
  headerValue?: string | null
  mapping?: readonly { field: string; path: string }[] | null
}): void {
  parseErpAddress(source.url)
  const mapping = source.mapping ?? []
  const fields = mapping.map(({ field }) => field)
  const issues: Issue[] = [
    ...(source.headerName &&
    (!HEADER_NAME_PATTERN.test(source.headerName) || CONNECTION_HEADERS.has(source.headerName.toLowerCase()))
      ? [{ path: ['headerName'], code: 'badFormat' as const }]
      : []),
    ...(source.headerValue && !HEADER_VALUE_PATTERN.test(source.headerValue)
      ? [{ path: ['headerValue'], code: 'badCharacter' as const }]
      : []),
    ...mapping.flatMap(({ field }, i) =>
      (erpFields as readonly string[]).includes(field)
        ? []
        : [{ path: ['mapping', i, 'field'], code: 'notAnOption' as const, params: { options: erpFields.join(', ') } }],
    ),
    ...fields.flatMap((field, i) =>
      fields.indexOf(field) === i ? [] : [{ path: ['mapping', i, 'field'], code: 'duplicate' as const }],
    ),
    ...(requiredErpFields.every((field) => fields.includes(field))
      ? []
      : [{ path: ['mapping'], code: 'missing' as const, params: { options: requiredErpFields.join(', ') } }]),
  ]
  if (issues.length) throw refuseInput(issues)
}
