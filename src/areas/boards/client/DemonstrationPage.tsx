import './board/board.css'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { InlineCommandForm } from '@/client/resource/InlineCommandForm'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { useHasPermission, useAllowedOptions } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { CheckboxList } from '@/client/ui/CheckboxList'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { Dialog } from '@/client/ui/Dialog'
import { SkeletonChart } from '@/client/ui/Skeleton'
import type { EndpointOutput } from '@/contract/endpoint'
import { useBusinessDate } from '@/plant/client/use-today'
import { lineMonthBoard, teamMonthBoard } from '../contract/board-endpoints'
import { demonstration, readDemonstration, setDemonstration, slideSubjects } from '../contract/demonstration'
import { MonthChart } from './board/MonthChart'

type Slideshow = EndpointOutput<typeof readDemonstration>
type Slide = Slideshow['slides'][number]
/** 数据演示: slide show of the selected charts of the current month. */
export default function DemonstrationPage() {
  const { t } = useTranslation(['boards', 'plant'])
  const slideshowQuery = useEndpoint(readDemonstration, {})
  const mayEdit = useHasPermission('dataDemonstrationEdit')
  const [dialogOpen, setDialogOpen] = useState(false)
  return (
    <PageFrame
      title={t('pages.dataDemonstration.title')}
      tools={
        mayEdit &&
        slideshowQuery.data && (
          <Button onClick={() => setDialogOpen(true)}>{t('pages.dataDemonstration.choose')}</Button>
        )
      }
    >
      <QueryBoundary query={slideshowQuery} skeleton={<SkeletonChart height={360} />}>
        {(slideshow) =>
          slideshow.slides.length ? (
            <SlideshowView slideshow={slideshow} />
          ) : (
            <EmptyState title={t('pages.dataDemonstration.none')} advice={t('pages.dataDemonstration.noneNext')} />
          )
        }
      </QueryBoundary>
      <Dialog open={dialogOpen} onClose={() => setDialogOpen(false)} title={t('pages.dataDemonstration.choose')}>
        {slideshowQuery.data && <SlideshowForm slideshow={slideshowQuery.data} onDone={() => setDialogOpen(false)} />}
      </Dialog>
    </PageFrame>
  )
}
function SlideshowView({ slideshow }: { slideshow: Slideshow }) {
  const { t } = useTranslation(['boards', 'plant'])
  const [slideNumber, setSlideNumber] = useState(0)
  const [isRunning, setRunning] = useState(true)
  const slideCount = slideshow.slides.length
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setSlideNumber((current) => current + 1), slideshow.seconds * 1000)
    return () => clearInterval(timer)
  }, [isRunning, slideshow.seconds])
  // `slideNumber` grows without end and becomes negative when the reader goes back from the first slide.
  const slideIndex = ((slideNumber % slideCount) + slideCount) % slideCount
  const slide = slideshow.slides[slideIndex]
  if (!slide) return null
  return (
    <div className="board">
      <div className="board-choice">
        <Button allowsRapidTaps onClick={() => setSlideNumber(slideNumber - 1)}>
          {t('pages.dataDemonstration.previous')}
        </Button>
        <Button onClick={() => setRunning(!isRunning)}>
          {t(isRunning ? 'pages.dataDemonstration.pause' : 'pages.dataDemonstration.play')}
        </Button>
        <Button allowsRapidTaps onClick={() => setSlideNumber(slideNumber + 1)}>
          {t('pages.dataDemonstration.next')}
        </Button>
        <span>
          {slideIndex + 1} / {slideCount} · {t(`inputOptions.by.${slide.by}`)}
        </span>
      </div>
      <SlideChart key={slideIndex} slide={slide} />
    </div>
  )
}
function SlideChart({ slide }: { slide: Slide }) {
  const { t } = useTranslation(['boards', 'plant'])
  const today = useBusinessDate()
  // The chart is the only content of the page, so it takes the height that the screen leaves.
  const [chartHeight] = useState(() => Math.max(280, window.innerHeight - 360))
  const lineQuery = useEndpoint(lineMonthBoard, { month: today }, { enabled: slide.by === 'line' })
  const teamQuery = useEndpoint(teamMonthBoard, { month: today }, { enabled: slide.by === 'team' })
  const boardQuery = slide.by === 'line' ? lineQuery : teamQuery
  return (
    <QueryBoundary query={boardQuery} skeleton={<SkeletonChart height={360} />}>
      {(board) =>
        board.days.some(({ item, value }) => item === slide.item && value !== null) ? (
          <MonthChart board={board} item={slide.item} height={chartHeight} />
        ) : (
          <EmptyState
            title={t('pages.dataDemonstration.noData', { figure: t(`plant:figures.${slide.item}.name`) })}
            advice={t('pages.dataDemonstration.noDataNext')}
          />
        )
      }
    </QueryBoundary>
  )
}
function SlideshowForm({ slideshow, onDone }: { slideshow: Slideshow; onDone: () => void }) {
  const { t } = useTranslation(['boards', 'plant'])
  const availableItems = useAllowedOptions()(demonstration.fields.slides.of.item)
  return (
    <InlineCommandForm
      command={setDemonstration}
      row={null}
      label={t('pages.board.save')}
      fieldNames={['slides', 'seconds']}
      startValues={slideshow}
      inputs={{
        slides: ({ value, onChange, disabled }) =>
          slideSubjects.map((subjectKind) => {
            const slides = value ?? []
            const otherSlides = slides.filter((slide) => slide.by !== subjectKind)
            const label = t(`inputOptions.by.${subjectKind}`)
            return (
              <section key={subjectKind}>
                <p className="quiet">{label}</p>
                <CheckboxList
                  label={label}
                  options={availableItems.map((key) => ({ key, label: t(`plant:figures.${key}.name`) }))}
                  values={slides.filter((slide) => slide.by === subjectKind).map(({ item }) => item)}
                  onChange={(items) => onChange([...otherSlides, ...items.map((item) => ({ item, by: subjectKind }))])}
                  disabled={disabled}
                />
              </section>
            )
          }),
      }}
      onSaved={onDone}
    />
  )
}
