import './lobby.css'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, formatDay } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { findClosedMonths } from '@/contract/report'
import { toLocalTime } from '@/plant/rules/plant-time'
import type { ScreenTheme } from '../../rules/large-screen'
import { EnergyScene, LinesScene, OrdersScene, OutputScene, QualityScene, NoticeBar, HeadlineBar } from './scenes'
import { STALE_AFTER_MS, type ScreenData } from './follow-screen'
import { calculateDrift, useScreenWakeLock, useScene, useScreenData, useCurrentTime } from './use-screen'
import { useScreenSession } from './use-screen-session'

/** 大屏: full-screen page for a wall, without page frame and without a person's session. */
export default function LobbyPage() {
  const { t } = useTranslation(['boards', 'contract'])
  const { session, onSessionEnded } = useScreenSession()
  if (session.state === 'on')
    return <ScreenView token={session.token} onSessionEnded={onSessionEnded} preview={session.preview} />
  return (
    <main className="wall wall-plain" data-wall="dark">
      <h1>{session.state === 'out' ? session.message : t('wall.entering')}</h1>
      {session.state === 'out' && <p>{t('wall.askForLink')}</p>}
    </main>
  )
}
/** Start and end of the dark hours of the theme `byDay`, in minutes after midnight. */
const NIGHT_START_MINUTE = 19 * 60
const NIGHT_END_MINUTE = 7 * 60
function resolveTheme(theme: ScreenTheme, now: number, zone: string): 'dark' | 'light' {
  if (theme !== 'byDay') return theme
  const { minute } = toLocalTime(new Date(now).toISOString(), zone)
  return minute >= NIGHT_START_MINUTE || minute < NIGHT_END_MINUTE ? 'dark' : 'light'
}
function ScreenView({
  token,
  onSessionEnded,
  preview,
}: {
  token: string
  onSessionEnded: () => void
  preview: boolean
}) {
  const { t } = useTranslation(['boards', 'contract'])
  const { data, answeredAt, isConnectionLost } = useScreenData(token, onSessionEnded)
  const now = useCurrentTime()
  const zone = usePlantZone()
  useScreenWakeLock()
  const theme = resolveTheme(data?.settings.theme ?? 'dark', now, zone)
  useEffect(() => {
    document.title = t('wall.title')
  }, [t])
  const { x, y } = calculateDrift(now)
  const isStale = data !== null && (isConnectionLost || now - answeredAt > STALE_AFTER_MS)
  return (
    <main className="wall" data-wall={theme} style={{ transform: `translate(${x}px, ${y}px)` }}>
      {data ? (
        <SceneView data={data} now={now} isStale={isStale} preview={preview} />
      ) : (
        <h1 className="wall-wait">{t(isConnectionLost ? 'wall.noServer' : 'wall.loading')}</h1>
      )}
    </main>
  )
}
/** Answers whose days a scene shows in addition to the headline metrics. */
const SCENE_DATA: Readonly<Partial<Record<string, 'output' | 'energy'>>> = {
  output: 'output',
  quality: 'output',
  energy: 'energy',
}
function SceneView({
  data,
  now,
  isStale,
  preview,
}: {
  data: ScreenData
  now: number
  isStale: boolean
  preview: boolean
}) {
  const { t } = useTranslation(['boards', 'contract', 'plant'])
  const zone = usePlantZone()
  const { scene, position } = useScene(
    data.settings.scenes.map((sceneSetting) => sceneSetting.scene),
    data.settings.dataSeconds,
  )
  const { day, shift, team, countedAt, at: answeredAt } = data.top
  const asOf = countedAt ?? answeredAt
  const closedMonths = findClosedMonths([data.top, data[SCENE_DATA[scene] ?? 'top']])
  return (
    <>
      <header className="wall-head">
        <h1>{t(`inputOptions.scene.${scene}`)}</h1>
        <p>
          {day} {shift && t(`contract:shifts.${shift}`)} {team}
          {preview && <small> {t('wall.preview')}</small>}
        </p>
        <time>
          {formatDay(now, zone)} {formatClock(now, zone)}
        </time>
      </header>
      <HeadlineBar figures={data.top.figures} />
      <section
        key={`${scene} ${position}`}
        className="wall-scene"
        data-scene={scene}
        data-at={position}
        aria-live="off"
      >
        {scene === 'output' && <OutputScene data={data.output} />}
        {scene === 'lines' && <LinesScene data={data.top} now={now} />}
        {scene === 'quality' && <QualityScene data={data.output} />}
        {scene === 'energy' && <EnergyScene data={data.energy} />}
        {scene === 'orders' && <OrdersScene data={data.orders} />}
      </section>
      <NoticeBar notices={data.notices.notices} seconds={data.settings.noticeSeconds} />
      <footer className={isStale ? 'wall-foot is-stale' : 'wall-foot'} role="status">
        {t(isStale ? 'wall.stale' : 'wall.asOf', { time: formatClock(asOf, zone) })}
        {closedMonths.length > 0 && ` · ${t('plant:report.closedBooks', { months: closedMonths.join(', ') })}`}
      </footer>
    </>
  )
}
