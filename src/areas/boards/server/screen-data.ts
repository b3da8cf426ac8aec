/** Setting, notices and combined data of the large screens. */
import { columns, limit, sql } from '@/server/sql'
import {
  lobbyNotice,
  lobbySetting,
  lobbyNotices,
  lobbyScreenData,
  readLobbySetting,
  setLobbySetting,
} from '../contract/lobby-endpoints'
import { defaultScreenSetting } from '../rules/large-screen'
import { shareAnswer } from './share-answer'
import {
  listCurrentLines,
  loadEnergyScene,
  loadHeadlineScene,
  loadOrderScene,
  loadOutputScene,
  listUpcomingOrders,
} from './screen-scenes'
import { handle } from '@/server/area'

/** Loads the setting of the large screens, or the defaults (GET /LOBBY_DATA). */
export const loadScreenSetting = handle(readLobbySetting, async (ctx) => {
  const [row] = await ctx.rows.find(lobbySetting, { where: { of: 'plant' }, limit: 1 })
  if (!row) {
    const { scenes, ...defaults } = defaultScreenSetting
    return { ...defaults, scenes: scenes.map((scene) => ({ scene })), setBy: null, setAt: null }
  }
  const { dataSeconds, noticeSeconds, theme, scenes, createdBy, updatedAt } = row
  return {
    dataSeconds,
    noticeSeconds,
    theme,
    scenes: scenes.length ? scenes : defaultScreenSetting.scenes.map((scene) => ({ scene })),
    setBy: createdBy,
    setAt: updatedAt,
  }
})
/** Saves the setting of the large screens (POST /LOBBY_DATA). */
export const saveScreenSetting = handle(setLobbySetting, async (ctx, input) => {
  const [row] = await ctx.rows.find(lobbySetting, { where: { of: 'plant' }, lock: true, limit: 1 })
  const scenes = [...new Map((input.scenes ?? []).map((sceneSetting) => [sceneSetting.scene, sceneSetting])).values()]
  if (row) await ctx.rows.update(lobbySetting, row.id, { ...input, scenes })
  else await ctx.rows.insert(lobbySetting, { of: 'plant', ...input, scenes })
  return loadScreenSetting.run(ctx, {})
})
const MAX_NOTICES = 30
/** Loads the notices of the ticker (GET /LOBBY_SR_DATA). */
export const loadScreenNotices = handle(lobbyNotices, (ctx) =>
  shareAnswer(ctx, 'notices', async () => {
    const now = ctx.now.toISOString()
    const enteredNotices = await ctx.query(
      sql`select ${columns(lobbyNotice, ['text', 'textEn', 'from'])} from lobby_notice
       where site_id = ${ctx.site} and active and ("from" is null or "from" <= ${now}) and (until is null or until > ${now}) order by created_at desc ${limit(MAX_NOTICES)}`,
    )
    const stoppedLines = (await listCurrentLines(ctx)).filter(({ state }) => state === 'standing')
    const lateOrders = (await listUpcomingOrders(ctx)).filter((order) => order.late)
    return {
      at: now,
      noticeSeconds: (await loadScreenSetting.run(ctx, {})).noticeSeconds,
      notices: [
        ...enteredNotices.map(({ text, textEn, from }) => ({
          kind: 'entered' as const,
          text: ctx.language === 'en' && textEn ? textEn : text,
          since: from,
        })),
        ...stoppedLines.map(({ label, reason, since }) => ({
          kind: 'lineStands' as const,
          text: ctx.t(reason ? 'boards:screen.lineStoppedFor' : 'boards:screen.lineStopped', {
            line: label,
            reason: reason ?? '',
          }),
          since,
        })),
        ...lateOrders.slice(0, MAX_NOTICES).map(({ number, product, dueAt }) => ({
          kind: 'orderLate' as const,
          text: ctx.t('boards:screen.late', { order: number, product }),
          since: dueAt,
        })),
      ],
    }
  }),
)
/** Loads everything that a screen shows (GET /plant/lobby_screen). */
export const loadScreenData = handle(lobbyScreenData, (ctx) =>
  shareAnswer(ctx, 'screen', async () => {
    const [settings, notices, top, output, energy, orders] = await Promise.all([
      loadScreenSetting.run(ctx, {}),
      loadScreenNotices.run(ctx, {}),
      loadHeadlineScene.run(ctx, {}),
      loadOutputScene.run(ctx, {}),
      loadEnergyScene.run(ctx, {}),
      loadOrderScene.run(ctx, {}),
    ])
    return { settings, notices, top, output, energy, orders }
  }),
)
