import './board.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageViewProps } from '@/client/area'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { useHasPermission } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { Dialog } from '@/client/ui/Dialog'
import { SkeletonList } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import type { BoardItem } from '../../rules/items'
import { AsOf } from '../AsOf'
import { BoardSettings } from './BoardSettings'
import { BoardRows } from './BoardRows'
import { MonthCourse } from './MonthCourse'
import { TargetHistory } from './TargetHistory'
import { Unsaved } from './Unsaved'
import { useBoard, useBoardAsked, type By } from './use-board'
import { useDrafts } from './use-drafts'

/** Board of lines or teams by day or month: values against targets. Targets and differences are entered in place. */
export function BoardView({ by, frame }: { by: By; frame: PageViewProps['frame'] }) {
  const { t } = useTranslation(['boards', 'plant'])
  const { monthly, day: dayAsked, item: asked, change } = useBoardAsked()
  const { found, data, month } = useBoard(by, monthly, dayAsked)
  const day = dayAsked ?? data?.today ?? ''
  const mayEdit = useHasPermission('dashboardEdit')
  const seen = data?.items.find((one) => one.item === asked) ?? data?.items[0]
  const item = seen?.item
  const drafts = useDrafts(by, seen ? { monthly, day, item: seen.item, most: seen.most ?? null } : null)
  const [next, setNext] = useState<Readonly<Record<string, string | null>> | null>(null)
  const [sheet, setSheet] = useState<'settings' | 'history' | null>(null)
  // Drafts belong to the selected item: they are saved or discarded before another item is shown.
  const go = (to: Readonly<Record<string, string | null>>) => (drafts.dirty ? setNext(to) : change(to, true))
  const leave = (): void => {
    if (next) change(next, true)
    setNext(null)
  }
  const content = (
    <div className="board">
      <Choice
        by={by}
        monthly={monthly}
        day={day}
        go={go}
        onSettings={() => setSheet('settings')}
        onHistory={() => setSheet('history')}
      />
      {found.isPending && <SkeletonList />}
      {!found.isPending && !data && <NotLoadedView of={found} />}
      {data && item && (
        <>
          <Tabs
            label={t('answers.items')}
            tabs={data.items.map((one) => ({ key: one.item, word: t(`plant:figures.${one.item}.name`) }))}
            chosen={item}
            onChoose={(chosen: BoardItem) => go({ item: chosen })}
          />
          <p className="quiet">{t(`plant:figures.${item}.formula`)}</p>
          <AsOf countedAt={data.countedAt} waitingDays={data.waitingDays} />
          <Unsaved drafts={drafts} go={go} />
          {!drafts.ready ? (
            <SkeletonList />
          ) : data.subjects.length === 0 ? (
            <EmptyState title={t('pages.board.empty')} next={t('pages.board.emptyNext')} />
          ) : (
            <BoardRows board={data} item={item} mayEdit={mayEdit} drafts={drafts} monthly={monthly} />
          )}
          {month && <MonthCourse board={month} item={item} />}
        </>
      )}
      <Dialog open={next !== null} onClose={() => setNext(null)} title={t('pages.board.saveFirst')} requiresAnswer>
        <p>{t('pages.board.saveFirstWhy')}</p>
        <div className="board-buttons">
          <Button
            look="primary"
            disabled={drafts.busy}
            onClick={() => void drafts.save().then((done) => (done ? leave() : setNext(null)))}
          >
            {t('pages.board.save')}
          </Button>
          <Button
            onClick={() => {
              drafts.drop()
              leave()
            }}
          >
            {t('pages.board.discard')}
          </Button>
          <Button look="quiet" onClick={() => setNext(null)}>
            {t('pages.board.stay')}
          </Button>
        </div>
      </Dialog>
      <Dialog open={sheet === 'settings'} onClose={() => setSheet(null)} title={t('boardSetting.name')}>
        <BoardSettings onDone={() => setSheet(null)} />
      </Dialog>
      <Dialog open={sheet === 'history'} onClose={() => setSheet(null)} title={t('targetChange.name')}>
        <TargetHistory />
      </Dialog>
    </div>
  )
  return frame(
    content,
    drafts.dirty ? (
      <Button look="primary" block disabled={drafts.busy} onClick={() => void drafts.save()}>
        {t('pages.board.save')}
      </Button>
    ) : undefined,
  )
}
interface ChoiceProps {
  by: By
  monthly: boolean
  day: string
  go: (to: Readonly<Record<string, string | null>>) => void
  onSettings: () => void
  onHistory: () => void
}
function Choice({ monthly, day, go, onSettings, onHistory }: ChoiceProps) {
  const { t } = useTranslation(['boards', 'plant'])
  const maySet = useHasPermission('dashboardSetTime')
  return (
    <div className="board-choice">
      <Tabs
        label={t('pages.board.span')}
        tabs={[
          { key: 'day', word: t('inputOptions.period.day') },
          { key: 'month', word: t('inputOptions.period.month') },
        ]}
        chosen={monthly ? 'month' : 'day'}
        onChoose={(span) => go({ span })}
      />
      <label>
        <span className="ui-hidden">{t(monthly ? 'inputs.month' : 'inputs.day')}</span>
        <input
          className="ui-input"
          type={monthly ? 'month' : 'date'}
          value={monthly ? day.slice(0, 7) : day}
          onChange={(event) => {
            const { value } = event.target
            if (value) go({ day: monthly ? `${value}-01` : value })
          }}
        />
      </label>
      <Button look="quiet" onClick={onHistory}>
        {t('targetChange.name')}
      </Button>
      {maySet && (
        <Button look="quiet" onClick={onSettings}>
          {t('boardSetting.name')}
        </Button>
      )}
    </div>
  )
}
