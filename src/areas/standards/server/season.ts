import { refuse, refuseInput } from '@/contract/errno'
import { getToday } from '@/plant/server/plant'
import { season, setSeason } from '../contract/season'
import { checkSeasonChange } from '../rules/season'
import { handle } from '@/server/area'

/**
 * POST /craft/season.
 * @throws an input error for a day that is not in the future, a refusal if the day is taken or the season does not
 * change
 */
export const scheduleSeason = handle(setSeason, async (ctx, input) => {
  const seasonChanges = await ctx.rows.find(season, { lock: true })
  const problem = checkSeasonChange(seasonChanges, input, getToday(ctx))
  if (problem === 'past') throw refuseInput([{ path: ['startsOn'], code: 'tooEarly' }])
  if (problem)
    throw refuse(`standards:refusals.season.${problem}`, {
      day: input.startsOn,
      season: ctx.t(`standards:season.options.season.${input.season}`),
    })
  return ctx.rows.insert(season, input)
})
/** DELETE /plant/season. @throws a refusal for a season that has begun */
export const removeSeason = handle(season.endpoints.remove, async (ctx, { id, version }) => {
  const row = await ctx.rows.lock(season, id)
  if (row.startsOn <= getToday(ctx)) throw refuse('standards:refusals.season.begun', { day: row.startsOn })
  await ctx.rows.remove(season, id, { version: version ?? null })
  return null
})
