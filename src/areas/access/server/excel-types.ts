import { mayCall, type InOf } from '@/contract/endpoint'
import { errno, Refusal, refuse } from '@/contract/errno'
import { writable, type ImportResult, type Resource } from '@/contract/resource'
import type { Context } from '@/server/context'
import { templateSheet, type KitContext } from '@/server/crud/operations'
import { uploadLog, type excelTemplate, type uploadFile } from '../contract/log'

type Importable = Resource & { endpoints: { import?: { access: string | readonly string[]; name: string } } }
const importable = (ctx: Context): Importable[] => [...(ctx as KitContext).app.resources.values()].filter((r) => 'import' in r.endpoints) as Importable[]
const mayImport = (ctx: Context, r: Importable): boolean => mayCall(r.endpoints.import!.access, ctx.person)

/** The Excel files that the caller may import. */
export async function listExcelTypes(ctx: Context) {
  return importable(ctx).filter((r) => mayImport(ctx, r)).map((r) => ({
    type: r.name, name: ctx.t(`${r.area}:${r.name}.name`), area: r.area,
    columns: Object.entries(writable(r.fields)).map(([name, f]) => ({
      header: ctx.t(`${r.area}:${r.name}.fields.${name}`), required: Boolean(f.required), kind: f.kind, unit: 'unit' in f ? (f.unit ?? null) : null,
    })),
  }))
}
function typeOf(ctx: Context, type: string): Importable {
  const r = importable(ctx).find((one) => one.name === type)
  if (!r) throw refuse('access:refusals.unknownType')
  if (!mayImport(ctx, r)) throw new Refusal(errno.forbidden, 'access:refusals.noImport')
  return r
}
export const giveTemplate = (ctx: Context, input: InOf<typeof excelTemplate>) => templateSheet(ctx, typeOf(ctx, input.type))

/** Imports through the resource's own import, whatever function that is, and writes down what came in. */
export async function importByType(ctx: Context, input: InOf<typeof uploadFile>): Promise<ImportResult> {
  const r = typeOf(ctx, input.type)
  const { run } = (ctx as KitContext).app.endpoints.get(r.endpoints.import!.name)!
  const result = await run(ctx, { file: input.file, dryRun: input.dryRun ?? false } as never) as ImportResult
  const part = ctx.parts.get(input.file[0] ?? '')
  await ctx.rows.insert(uploadLog, { type: r.name, fileName: part?.fileName.slice(0, 200) ?? null, at: ctx.now.toISOString(), userId: ctx.person?.id ?? null, rows: result.rows, created: result.created, updated: result.updated, result: null })
  return result
}
