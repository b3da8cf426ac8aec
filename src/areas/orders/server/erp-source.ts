import { refuseInput, type Issue } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { erpFields, erpSource } from '../contract/erp-order'
import { mustHave } from '../rules/erp-import'
import { addressOf } from './erp-pull'

type SourceRow = Row<typeof erpSource>
/** Headers of the connection itself, which a source must not set. */
const ours = new Set([
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
export async function addSource(ctx: Context, input: CreateInput<typeof erpSource>): Promise<SourceRow> {
  mustBeSound(input)
  return ctx.rows.insert(erpSource, input as Partial<SourceRow>)
}
/**
 * PUT /equ/erp_source. Resets the failures, so that a changed source is polled at once. Without a new header value the
 * stored one remains, unless scheme, host, port or header name change: the secret was entered for the old address, and
 * `http` would send it in clear text.
 */
export async function changeSource(
  ctx: Context,
  { id, version, ...patch }: UpdateInput<typeof erpSource>,
): Promise<SourceRow> {
  const before = await ctx.rows.lock(erpSource, id)
  const after = { ...before, ...patch }
  mustBeSound(after)
  if (
    !patch.headerValue &&
    (addressOf(after.url).origin !== addressOf(before.url).origin || after.headerName !== before.headerName)
  ) {
    await ctx.query('update erp_source set header_value = null where site_id = $1 and id = $2', [ctx.site, id])
  }
  return ctx.rows.update(erpSource, id, { ...(patch as Partial<SourceRow>), failures: 0 }, { version })
}
/** @throws 4013 naming the invalid field; 6000 if the address must not be called */
function mustBeSound(source: {
  url: string
  headerName?: string | null
  headerValue?: string | null
  mapping?: readonly { field: string; path: string }[] | null
}): void {
  addressOf(source.url)
  const mapping = source.mapping ?? []
  const fields = mapping.map((m) => m.field)
  const issues: Issue[] = [
    ...(source.headerName &&
    (!/^[\w!#$%&'*+.^`|~-]+$/.test(source.headerName) || ours.has(source.headerName.toLowerCase()))
      ? [{ path: ['headerName'], code: 'badFormat' as const }]
      : []),
    ...(source.headerValue && !/^[\t\x20-\x7e\x80-\xff]*$/.test(source.headerValue)
      ? [{ path: ['headerValue'], code: 'badCharacter' as const }]
      : []),
    ...mapping.flatMap((m, i) =>
      (erpFields as readonly string[]).includes(m.field)
        ? []
        : [{ path: ['mapping', i, 'field'], code: 'notAnOption' as const, params: { options: erpFields.join(', ') } }],
    ),
    ...fields.flatMap((field, i) =>
      fields.indexOf(field) === i ? [] : [{ path: ['mapping', i, 'field'], code: 'duplicate' as const }],
    ),
    ...(mustHave.every((field) => fields.includes(field))
      ? []
      : [{ path: ['mapping'], code: 'missing' as const, params: { options: mustHave.join(', ') } }]),
  ]
  if (issues.length) throw refuseInput(issues)
}
