import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { loadNames } from '@/server/crud/load-names'
import { columns, limit, sql } from '@/server/sql'
import {
  lobbyNotice,
  lobbySetting,
  type lobbyNotices,
  type lobbyScreen,
  type readLobby,
  type setLobby,
} from '../contract/lobby-calls'
import { usualScreen } from '../rules/lobby'
import { onceForAll } from './kept-answers'
import { linesNow, readEnergy, readHeadlines, readOrders, readOutput, upcoming } from './lobby'

type Shown = EndpointOutput<typeof readLobby>
/** Loads the setting of the large screens, or the defaults (GET /LOBBY_DATA). */
export async function readScreen(ctx: Context): Promise<Shown> {
  const [row] = await ctx.rows.find(lobbySetting, { where: { of: 'plant' }, limit: 1 })
  if (!row) {
    const { scenes, ...usual } = usualScreen
    return { ...usual, scenes: scenes.map((scene) => ({ scene })), setBy: null, setAt: null }
  }
  const { dataSeconds, noticeSeconds, theme, scenes, createdBy, updatedAt } = row
  const people = createdBy ? await loadNames(ctx, 'user', [createdBy]) : {}
  return {
    dataSeconds,
    noticeSeconds,
    theme,
    scenes: scenes.length ? scenes : usualScreen.scenes.map((scene) => ({ scene })),
    setBy: createdBy ? (people[createdBy] ?? null) : null,
    setAt: updatedAt,
  }
}
/** Saves the setting of the large screens (POST /LOBBY_DATA). */
export async function writeScreen(ctx: Context, input: EndpointInput<typeof setLobby>): Promise<Shown> {
  const [row] = await ctx.rows.find(lobbySetting, { where: { of: 'plant' }, lock: true, limit: 1 })
  const scenes = [...new Map((input.scenes ?? []).map((one) => [one.scene, one])).values()]
  if (row) await ctx.rows.update(lobbySetting, row.id, { ...input, scenes })
  else await ctx.rows.insert(lobbySetting, { of: 'plant', ...input, scenes })
  return readScreen(ctx)
}
const MOST = 30
/** Loads the notices of the ticker (GET /LOBBY_SR_DATA). */
export const readNotices = (ctx: Context): Promise<EndpointOutput<typeof lobbyNotices>> =>
  onceForAll(ctx, 'notices', async () => {
    const now = ctx.now.toISOString()
    const entered = await ctx.query(
      sql`select ${columns(lobbyNotice, ['text', 'textEn', 'from'])} from lobby_notice
       where site_id = ${ctx.site} and active and ("from" is null or "from" <= ${now}) and (until is null or until > ${now}) order by created_at desc ${limit(MOST)}`,
    )
    const standing = (await linesNow(ctx)).filter(({ state }) => state === 'standing')
    const late = (await upcoming(ctx)).filter((order) => order.late)
    return {
      at: now,
      noticeSeconds: (await readScreen(ctx)).noticeSeconds,
      notices: [
        ...entered.map(({ text, textEn, from }) => ({
          kind: 'entered' as const,
          text: ctx.language === 'en' && textEn ? textEn : text,
          since: from,
        })),
        ...standing.map(({ label, reason, since }) => ({
          kind: 'lineStands' as const,
          text: ctx.t(reason ? 'boards:screen.standsFor' : 'boards:screen.stands', {
            line: label,
            reason: reason ?? '',
          }),
          since,
        })),
        ...late.slice(0, MOST).map(({ number, product, dueAt }) => ({
          kind: 'orderLate' as const,
          text: ctx.t('boards:screen.late', { order: number, product }),
          since: dueAt,
        })),
      ],
    }
  })
/** Loads everything that a screen shows (GET /plant/lobby_screen). */
export const readAll = (ctx: Context): Promise<EndpointOutput<typeof lobbyScreen>> =>
  onceForAll(ctx, 'screen', async () => {
    const [settings, notices, top, output, energy, orders] = await Promise.all([
      readScreen(ctx),
      readNotices(ctx),
      readHeadlines(ctx),
      readOutput(ctx),
      readEnergy(ctx),
      readOrders(ctx),
    ])
    return { settings, notices, top, output, energy, orders }
  })
