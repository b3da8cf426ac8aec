import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { Refusal, type Issue } from '@/contract/errno'
import { checkInput } from '@/contract/schema'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { openSealedField } from '@/server/crud/sealed-fields'
import { createContext, runInOwnTransaction, createEffects, getPoolQuery, settleEffects } from '@/server/pipeline'
import { erpFields, erpOrder, erpSource, type pullErp } from '../contract/erp-order'
import { mapRecord, nextPull } from '../rules/erp-import'
import { toOrderFields } from './erp-values'
import { readAll } from './erp-pages'
import { notifyConflicts } from './erp-notices'
import { take, unchanged, type ErpRow, type Sent } from './erp-take'

type SourceRow = Row<typeof erpSource>
type Outcome = EndpointOutput<typeof pullErp>
/** Carries the outcome of a dry run out of its transaction and rolls it back. */
class Trial extends Error {
  constructor(readonly outcome: Outcome) {
    super('trial')
  }
}

/** POST /equ/erp_pull: reads all pages first, then imports all lines in one transaction. A dry run changes nothing. */
export const pull = async (ctx: Context, input: EndpointInput<typeof pullErp>): Promise<Outcome> =>
  pullFrom(ctx, await ctx.rows.get(erpSource, input.sourceId), input.dryRun === true)

async function pullFrom(ctx: Context, source: SourceRow, dryRun: boolean): Promise<Outcome> {
  try {
    const records = await readAll(source, await secretOf(ctx, source.id))
    const outcome = await runInOwnTransaction(ctx, async (inside) => {
      // Serializes concurrent pulls of all sources, so that the second sees what the first imported.
      await inside.query(`select pg_advisory_xact_lock(hashtextextended('erp', 7))`)
      const taken = await takeAll(inside, source, records)
      if (dryRun) throw new Trial(taken)
      return taken
    })
    await note(ctx, source, resultOf(ctx, outcome), 0)
    return outcome
  } catch (error) {
    if (error instanceof Trial) return error.outcome
    if (!dryRun)
      await note(
        ctx,
        source,
        error instanceof Refusal ? ctx.t(error.key, error.params) : ctx.t('contract:errors.serverError'),
        source.failures + 1,
      )
    throw error
  }
}
const resultOf = (ctx: Context, { added, updated, conflicts, refused }: Outcome): string =>
  ctx.t('orders:pages.sync.result', { added, updated, conflicts, refused })
/** Records the result of a run without raising the source's version, because a person may be editing it. */
async function note(ctx: Context, source: SourceRow, lastResult: string, failures: number): Promise<void> {
  await ctx.query(
    'update erp_source set last_run_at = $3, last_result = $4, failures = $5 where site_id = $1 and id = $2',
    [ctx.site, source.id, ctx.now.toISOString(), lastResult.slice(0, 1000), failures],
  )
  ctx.touch('erpSource')
}
/** Loads the secret header value, which rows do not contain. */
async function secretOf(ctx: Context, id: string): Promise<string | null> {
  const [row] = await ctx.query<{ value: string | null }>(
    'select header_value as value from erp_source where site_id = $1 and id = $2',
    [ctx.site, id],
  )
  return openSealedField((ctx as KitContext).app, erpSource, 'headerValue', row?.value ?? null)
}

/** Schema of ERP lines, limited to the fields that an ERP may set. */
const line = { input: Object.fromEntries(erpFields.map((field) => [field, erpOrder.fields[field]])), partial: true }
const CHUNK = 500
const counted = {
  add: 'added',
  update: 'updated',
  withdrawn: 'updated',
  same: 'same',
  conflict: 'conflicts',
  refuse: 'refused',
} as const

async function takeAll(ctx: Context, source: SourceRow, records: readonly unknown[]): Promise<Outcome> {
  const mapping = Object.fromEntries(source.mapping.map(({ field, path }) => [field, path]))
  const counts = { added: 0, updated: 0, same: 0, conflicts: 0, refused: 0 }
  const problems: Outcome['problems'] = []
  const refused = (number: string, problem: string) => {
    counts.refused += 1
    problems.push({ externalNumber: number.slice(0, 80), problem: problem.slice(0, 400) })
  }
  const seen = new Set<string>()
  const conflicts: ErpRow[] = []
  for (let from = 0; from < records.length; from += CHUNK) {
    const lines: Sent[] = []
    for (const record of records.slice(from, from + CHUNK)) {
      const mapped = mapRecord(record, mapping)
      const { values: sent, issues } = toOrderFields(mapped, ctx.timeZone)
      const number = String(sent['externalNumber'] ?? '').trim()
      const checked = checkInput(line, sent)
      const wrong = [
        ...issues,
        ...(checked.ok ? [] : checked.issues.filter((one) => !issues.some(({ path }) => path[0] === one.path[0]))),
      ]
      if (!checked.ok || wrong.length > 0)
        refused(number, wrong.map((issue) => issueText(ctx, issue, mapped)).join('; '))
      else if (seen.has(number)) refused(number, ctx.t('orders:refusals.erp.twice'))
      else lines.push(checked.value as Sent)
      seen.add(number)
    }
    const known = await unchanged(ctx, lines)
    for (const sent of lines) {
      if (known.has(sent.externalNumber ?? '')) {
        counts.same += 1
        continue
      }
      const { decision, row } = await take(ctx, sent, 'http')
      if (decision.what === 'refuse')
        refused(
          sent.externalNumber ?? '',
          ctx.t('contract:errors.stepMissing', {
            fields: decision.missing.map((f) => ctx.t(`orders:erpOrder.fields.${f}`)).join(', '),
          }),
        )
      else counts[counted[decision.what]] += 1
      if (decision.what === 'conflict' && row) conflicts.push(row)
    }
  }
  notifyConflicts(ctx, conflicts)
  return { ...counts, complete: true, problems: problems.slice(0, 100) }
}
/** Formats an issue of a field with the value that the ERP sent. */
function issueText(ctx: Context, { path, code, params }: Issue, sent: Readonly<Record<string, unknown>>): string {
  const name = String(path[0])
  const said = sent[name] == null ? '' : ctx.t('orders:refusals.erp.sent', { value: String(sent[name]).slice(0, 60) })
  return `${ctx.t(`orders:erpOrder.fields.${name}`)}: ${ctx.t(`contract:errors.issue.${code}`, params)}${said}`
}

/** Pulls every source that is due, after the job's transaction, which must not wait for an ERP. */
export async function pullDue(ctx: Context): Promise<void> {
  const { app } = ctx as KitContext
  const due = (await ctx.rows.find(erpSource, { where: { active: true }, limit: 50 })).filter(
    (source) =>
      nextPull({ ...source, everyMinutes: source.everyMinutes ?? 15, failures: source.failures ?? 0 }) <=
      ctx.now.getTime(),
  )
  ctx.afterCommit(async () => {
    await Promise.all(
      due.map(async (source) => {
        const effects = createEffects()
        const own = createContext(
          app,
          { endpoint: 'erpOrder.pull', person: null, origin: ctx.origin, language: 'zh' },
          getPoolQuery(app),
          effects,
        )
        try {
          await pullFrom(own, source, false)
        } catch (error) {
          app.log.warn(
            { source: source.name, why: error instanceof Error ? error.message : String(error) },
            'orders could not be pulled',
          )
        } finally {
          await settleEffects(app, effects)
        }
      }),
    )
  })
}
