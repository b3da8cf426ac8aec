import { randomUUID } from 'node:crypto'
import type { InOf } from '@/contract/endpoint'
import { errno, Refusal, refuseInput } from '@/contract/errno'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { addFirstInspection, firstInspection, type firstInspectionImage } from '../contract/inspections'
import type { HandlerEntry } from '@/server/area'
import { FileAnswer, type Context, type Part } from '@/server/context'
import { command } from '@/server/crud/command'
import type { KitContext } from '@/server/crud/operations'
import { accept, cleanName, inMemory } from '@/server/files/accept'
import { personOf } from '@/plant/server/plant'
import { settleDue } from './inspections'
import { newSheet } from './sheets'

/** POST /production/first_inspection: releases the order's production when all is right. Photos come with the form, or follow from the phone. */
export const addFirst: HandlerEntry = command(addFirstInspection, async ({ ctx, input, change }) => {
  if (input.jumboRollId) {
    const roll = await ctx.rows.get(jumboRoll, input.jumboRollId)
    if (roll.workOrderId !== input.workOrderId) throw refuseInput([{ path: ['jumboRollId'], code: 'notAllowed' }])
  }
  const sent = (input.image ?? []).flatMap((id) => ctx.parts.get(id) ?? [])
  const stored: string[] = []
  for (const part of sent) stored.push(await keep(ctx, part))
  const row = await newSheet(ctx, firstInspection, change, {
    images: [...stored, ...(change.images ?? [])].slice(0, 9),
  })
  await settleDue(ctx, 'first', row)
  return row
})
/** Stores a picture of a form: judged by its bytes and drawn anew, as every upload is. @throws when it is no picture */
async function keep(ctx: Context, part: Part): Promise<string> {
  const source = inMemory(part.bytes)
  const id = randomUUID()
  const taken = await accept((ctx as KitContext).app.files.store, source, part.fileName, 'image/any')
  await ctx.query(
    `insert into stored_file (site_id, id, state, sent_sha256, sha256, mime, name, size, received, width, height, thumb_sha256, created_by, created_at, updated_at)
     values ($1, $2, 'stored', $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12, $12)`,
    [
      ctx.site,
      id,
      source.sha256,
      taken.sha256,
      taken.mime,
      cleanName(part.fileName),
      taken.size,
      taken.width,
      taken.height,
      taken.thumbSha256,
      personOf(ctx).id,
      ctx.now,
    ],
  )
  return id
}

/** GET /production/fi_image: of the newest inspection with a photo unless told. */
export async function readImage(ctx: Context, input: InOf<typeof firstInspectionImage>): Promise<FileAnswer> {
  const [file] = await ctx.query<{ sha256: string; mime: string; name: string }>(
    `select f.sha256, f.mime, f.name from (select images->>$3::int as image, business_date, id from first_inspection where site_id = $1 and ($2::uuid is null or id = $2) and jsonb_array_length(images) > $3::int) i
     join stored_file f on f.site_id = $1 and f.id = i.image::uuid where f.state = 'stored' order by i.business_date desc, i.id desc limit 1`,
    [ctx.site, input.id ?? null, input.index ?? 0],
  )
  if (!file)
    throw new Refusal(errno.notFound, 'contract:errors.notFoundOf', {
      params: { name: ctx.t('handover:firstInspection.fields.images') },
      issues: [{ path: ['id'], code: 'unknownId' }],
    })
  return new FileAnswer(file.name, file.mime, await (ctx as KitContext).app.files.store.read(file.sha256), {
    'X-Content-Type-Options': 'nosniff',
  })
}
