import './lobby.css'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, formatDay } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { toLocalTime } from '@/plant/rules/plant-time'
import type { ScreenTheme } from '../../rules/lobby'
import { Headlines } from './Headlines'
import { NoticeBar } from './NoticeBar'
import { STALE_AFTER, type ScreenData } from './screen-data'
import { EnergyScene, LinesScene, OrdersScene, OutputScene, QualityScene } from './scenes'
import { drift, useAwake, useScene, useScreenData, useSecond } from './use-screen'
import { useScreenSession } from './use-screen-session'

/** 大屏: full-screen page for a wall, without page frame and without a person's session. */
export default function LobbyPage() {
  const { t } = useTranslation(['boards', 'contract'])
  const { entered, ended } = useScreenSession()
  if (entered.state === 'on') return <Screen token={entered.token} ended={ended} preview={entered.preview} />
  return (
    <main className="wall wall-plain" data-wall="dark">
      <h1>{entered.state === 'out' ? entered.why : t('wall.entering')}</h1>
      {entered.state === 'out' && <p>{t('wall.askForLink')}</p>}
    </main>
  )
}
const NIGHT_FROM = 19 * 60
const NIGHT_TO = 7 * 60
function themeAt(theme: ScreenTheme, now: number, zone: string): 'dark' | 'light' {
  if (theme !== 'byDay') return theme
  const { minute } = toLocalTime(new Date(now).toISOString(), zone)
  return minute >= NIGHT_FROM || minute < NIGHT_TO ? 'dark' : 'light'
}
function Screen({ token, ended, preview }: { token: string; ended: () => void; preview: boolean }) {
  const { t } = useTranslation(['boards', 'contract'])
  const { data, at, lost } = useScreenData(token, ended)
  const now = useSecond()
  const zone = usePlantZone()
  useAwake()
  const theme = themeAt(data?.settings.theme ?? 'dark', now, zone)
  useEffect(() => {
    document.title = t('wall.title')
  }, [t])
  const { x, y } = drift(now)
  const stale = data !== null && (lost || now - at > STALE_AFTER)
  return (
    <main className="wall" data-wall={theme} style={{ transform: `translate(${x}px, ${y}px)` }}>
      {data ? (
        <Shown data={data} now={now} stale={stale} preview={preview} />
      ) : (
        <h1 className="wall-wait">{t(lost ? 'wall.noServer' : 'wall.loading')}</h1>
      )}
    </main>
  )
}
function Shown({ data, now, stale, preview }: { data: ScreenData; now: number; stale: boolean; preview: boolean }) {
  const { t } = useTranslation(['boards', 'contract'])
  const zone = usePlantZone()
  const { scene, at } = useScene(
    data.settings.scenes.map((one) => one.scene),
    data.settings.dataSeconds,
  )
  const { day, shift, team, countedAt, at: answeredAt } = data.top
  const asOf = countedAt ?? answeredAt
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
      <Headlines figures={data.top.figures} />
      <section key={`${scene} ${at}`} className="wall-scene" data-scene={scene} data-at={at} aria-live="off">
        {scene === 'output' && <OutputScene of={data.output} />}
        {scene === 'lines' && <LinesScene of={data.top} now={now} />}
        {scene === 'quality' && <QualityScene of={data.output} />}
        {scene === 'energy' && <EnergyScene of={data.energy} />}
        {scene === 'orders' && <OrdersScene of={data.orders} />}
      </section>
      <NoticeBar notices={data.notices.notices} seconds={data.settings.noticeSeconds} />
      <footer className={stale ? 'wall-foot is-stale' : 'wall-foot'} role="status">
        {t(stale ? 'wall.stale' : 'wall.asOf', { time: formatClock(asOf, zone) })}
      </footer>
    </>
  )
}
