import './board/board.css'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { useHasPermission, useAllowedOptions } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { Dialog } from '@/client/ui/Dialog'
import { SkeletonChart } from '@/client/ui/Skeleton'
import type { EndpointOutput } from '@/contract/endpoint'
import { useToday } from '@/plant/client/use-today'
import { lineMonth, teamMonth } from '../contract/board-calls'
import { demonstration, readDemonstration, setDemonstration, slideSubjects } from '../contract/demonstration'
import { MonthCourse } from './board/MonthCourse'

type Show = EndpointOutput<typeof readDemonstration>
type Slide = Show['slides'][number]
/** 数据演示: slide show of the selected charts of the current month. */
export default function DemonstrationPage() {
  const { t } = useTranslation(['boards', 'plant'])
  const found = useEndpoint(readDemonstration, {})
  const mayEdit = useHasPermission('dataDemonstrationEdit')
  const [choosing, setChoosing] = useState(false)
  return (
    <PageFrame
      title={t('pages.dataDemonstration.title')}
      tools={
        mayEdit &&
        found.data && <Button onClick={() => setChoosing(true)}>{t('pages.dataDemonstration.choose')}</Button>
      }
    >
      {found.isPending && <SkeletonChart height={360} />}
      {!found.isPending && !found.data && <NotLoadedView of={found} />}
      {found.data &&
        (found.data.slides.length ? (
          <Slides show={found.data} />
        ) : (
          <EmptyState title={t('pages.dataDemonstration.none')} next={t('pages.dataDemonstration.noneNext')} />
        ))}
      <Dialog open={choosing} onClose={() => setChoosing(false)} title={t('pages.dataDemonstration.choose')}>
        {found.data && <Choose show={found.data} onDone={() => setChoosing(false)} />}
      </Dialog>
    </PageFrame>
  )
}
function Slides({ show }: { show: Show }) {
  const { t } = useTranslation(['boards', 'plant'])
  const [at, setAt] = useState(0)
  const [running, setRunning] = useState(true)
  const count = show.slides.length
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setAt((now) => now + 1), show.seconds * 1000)
    return () => clearInterval(timer)
  }, [running, show.seconds])
  const place = ((at % count) + count) % count
  const slide = show.slides[place]
  if (!slide) return null
  return (
    <div className="board">
      <div className="board-choice">
        <Button countsEveryTap onClick={() => setAt(at - 1)}>
          {t('pages.dataDemonstration.previous')}
        </Button>
        <Button onClick={() => setRunning(!running)}>
          {t(running ? 'pages.dataDemonstration.pause' : 'pages.dataDemonstration.play')}
        </Button>
        <Button countsEveryTap onClick={() => setAt(at + 1)}>
          {t('pages.dataDemonstration.next')}
        </Button>
        <span>
          {place + 1} / {count} · {t(`inputOptions.by.${slide.by}`)}
        </span>
      </div>
      <Course key={place} slide={slide} />
    </div>
  )
}
function Course({ slide }: { slide: Slide }) {
  const { t } = useTranslation(['boards', 'plant'])
  const month = useToday()
  // The chart is the only content of the page, so it takes the height that the screen leaves.
  const [room] = useState(() => Math.max(280, window.innerHeight - 360))
  const lines = useEndpoint(lineMonth, { month }, { enabled: slide.by === 'line' })
  const teams = useEndpoint(teamMonth, { month }, { enabled: slide.by === 'team' })
  const found = slide.by === 'line' ? lines : teams
  if (found.isPending) return <SkeletonChart height={360} />
  if (!found.data) return <NotLoadedView of={found} />
  const shown = found.data.days.some(({ item, value }) => item === slide.item && value !== null)
  return shown ? (
    <MonthCourse board={found.data} item={slide.item} height={room} />
  ) : (
    <EmptyState
      title={t('pages.dataDemonstration.noData', { figure: t(`plant:figures.${slide.item}.name`) })}
      next={t('pages.dataDemonstration.noDataNext')}
    />
  )
}
const same = (a: Slide, b: Slide): boolean => a.item === b.item && a.by === b.by
function Choose({ show, onDone }: { show: Show; onDone: () => void }) {
  const { t } = useTranslation(['boards', 'plant'])
  const [slides, setSlides] = useState<readonly Slide[]>(show.slides)
  const [seconds, setSeconds] = useState(String(show.seconds))
  const offered = useAllowedOptions()(demonstration.fields.slides.of.item)
  const step = useInstantCommand(setDemonstration)
  const save = async (): Promise<void> => {
    if (await step.run({ seconds: Math.round(Number(seconds)), slides: [...slides] })) onDone()
  }
  return (
    <form
      className="board-settings"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {slideSubjects.map((by) => (
        <fieldset key={by}>
          <legend>{t(`inputOptions.by.${by}`)}</legend>
          {offered.map((item) => {
            const slide = { item, by }
            const chosen = slides.some((one) => same(one, slide))
            return (
              <label key={item}>
                <input
                  type="checkbox"
                  checked={chosen}
                  onChange={() => setSlides(chosen ? slides.filter((one) => !same(one, slide)) : [...slides, slide])}
                />
                {t(`plant:figures.${item}.name`)}
              </label>
            )
          })}
        </fieldset>
      ))}
      <label>
        {t('inputs.seconds')} (s)
        <input
          className="ui-input"
          type="number"
          min={5}
          max={600}
          required
          value={seconds}
          onChange={(event) => setSeconds(event.target.value)}
        />
      </label>
      <Button look="primary" type="submit" disabled={step.busy}>
        {t('pages.board.save')}
      </Button>
    </form>
  )
}
