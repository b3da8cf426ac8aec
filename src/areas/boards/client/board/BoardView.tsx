import { Banner } from '@/client/ui/Notice'
import './board.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageViewProps } from '@/client/area'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { useHasPermission } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { Dialog } from '@/client/ui/Dialog'
import { SkeletonList } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { DateInput } from '@/client/ui/DateInput'
import { canHaveTarget, isCorrectable, type BoardItem } from '../../rules/board-items'
import { CountedAtNotice } from '../CountedAtNotice'
import { BoardSettingsPanel } from './BoardSettingsPanel'
import { BoardRowList } from './BoardRowList'
import { MonthChart } from './MonthChart'
import { SubjectHeatMap } from './SubjectHeatMap'
import { TargetHistoryList } from './TargetHistoryList'
import { useBoard, useBoardParams, type BoardKind } from './use-board'
import { useBoardDrafts, type BoardDrafts } from './use-board-drafts'
import type { DraftScope } from './board-draft'

/**
 * Board of lines or teams by day or month: values against targets. Targets, and differences that correct a value, are
 * entered on the board itself.
 */
export function BoardView({ kind, frame }: { kind: BoardKind; frame: PageViewProps['frame'] }) {
  const { t } = useTranslation(['boards', 'plant'])
  const { monthly, day: requestedDay, item: requestedItem, setParams } = useBoardParams()
  const { boardQuery, data, monthBoard } = useBoard(kind, monthly, requestedDay)
  const day = requestedDay ?? data?.today ?? ''
  const mayEdit = useHasPermission('dashboardEdit')
  const selectedItem = data?.items.find((boardItem) => boardItem.item === requestedItem) ?? data?.items[0]
  const item = selectedItem?.item
  const drafts = useBoardDrafts(
    kind,
    selectedItem ? { monthly, day, item: selectedItem.item, maxValue: selectedItem.most ?? null } : null,
  )
  const [isEditRequested, setEditRequested] = useState(false)
  // Restored input is displayed at once.
  const isEditing = mayEdit && (isEditRequested || drafts.dirty)
  const [pendingParams, setPendingParams] = useState<Readonly<Record<string, string | null>> | null>(null)
  const [openDialog, setOpenDialog] = useState<'settings' | 'history' | null>(null)
  const replaceParams = (nextParams: Readonly<Record<string, string | null>>) =>
    setParams(nextParams, { replace: true })
  // Drafts belong to the selected item, so the user must save or discard them before the board shows another item.
  const navigate = (nextParams: Readonly<Record<string, string | null>>) =>
    drafts.dirty ? setPendingParams(nextParams) : replaceParams(nextParams)
  const applyPendingParams = (): void => {
    if (pendingParams) replaceParams(pendingParams)
    setPendingParams(null)
  }
  const content = (
    <div className="board">
      <BoardFilterBar
        monthly={monthly}
        day={day}
        onNavigate={navigate}
        {...(mayEdit && item && (canHaveTarget(item) || isCorrectable(item))
          ? { isEditing, onEdit: () => setEditRequested(!isEditing) }
          : {})}
        onSettings={() => setOpenDialog('settings')}
        onHistory={() => setOpenDialog('history')}
      />
      <QueryBoundary query={boardQuery} skeleton={<SkeletonList />}>
        {() =>
          data &&
          item && (
            <>
              <Tabs
                label={t('answers.items')}
                tabs={data.items.map((boardItem) => ({
                  key: boardItem.item,
                  label: t(`plant:figures.${boardItem.item}.name`),
                }))}
                chosen={item}
                onChoose={(chosen: BoardItem) => navigate({ item: chosen })}
              />
              <UnsavedDraftsNotice drafts={drafts} onNavigate={navigate} />
              {!drafts.ready ? (
                <SkeletonList />
              ) : data.subjects.length === 0 ? (
                <EmptyState title={t('pages.board.empty')} advice={t('pages.board.emptyNext')} />
              ) : (
                <BoardRowList board={data} item={item} isEditing={isEditing} drafts={drafts} monthly={monthly} />
              )}
              {monthBoard && <SubjectHeatMap board={monthBoard} item={item} />}
              <CountedAtNotice
                countedAt={data.countedAt}
                waitingDays={data.waitingDays}
                closedMonths={data.closedMonths}
              />
              <p className="quiet">{t(`plant:figures.${item}.formula`)}</p>
              {monthly && monthBoard && <MonthChart board={monthBoard} item={item} />}
            </>
          )
        }
      </QueryBoundary>
      <SaveFirstDialog
        open={pendingParams !== null}
        drafts={drafts}
        onProceed={applyPendingParams}
        onStay={() => setPendingParams(null)}
      />
      <Dialog open={openDialog === 'settings'} onClose={() => setOpenDialog(null)} title={t('boardSetting.name')}>
        <BoardSettingsPanel onDone={() => setOpenDialog(null)} />
      </Dialog>
      <Dialog open={openDialog === 'history'} onClose={() => setOpenDialog(null)} title={t('targetChange.name')}>
        <TargetHistoryList />
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
interface BoardFilterBarProps {
  monthly: boolean
  day: string
  onNavigate: (to: Readonly<Record<string, string | null>>) => void
  isEditing?: boolean
  /** Shows or hides the input fields. */
  onEdit?: () => void
  onSettings: () => void
  onHistory: () => void
}
function BoardFilterBar({ monthly, day, onNavigate, isEditing, onEdit, onSettings, onHistory }: BoardFilterBarProps) {
  const { t } = useTranslation(['boards', 'plant'])
  const canConfigure = useHasPermission('dashboardSetTime')
  return (
    <div className="board-choice">
      <Tabs
        label={t('pages.board.span')}
        tabs={[
          { key: 'day', label: t('inputOptions.period.day') },
          { key: 'month', label: t('inputOptions.period.month') },
        ]}
        chosen={monthly ? 'month' : 'day'}
        onChoose={(span) => onNavigate({ span })}
      />
      <label>
        <span className="ui-hidden">{t(monthly ? 'inputs.month' : 'inputs.day')}</span>
        <DateInput
          key={String(monthly)}
          kind={monthly ? 'month' : 'day'}
          value={monthly ? day.slice(0, 7) : day}
          onChange={(value) => {
            if (value) onNavigate({ day: monthly ? `${value}-01` : value })
          }}
        />
      </label>
      {onEdit && (
        <Button aria-pressed={isEditing} onClick={onEdit}>
          {t('pages.board.edit')}
        </Button>
      )}
      <Button look="quiet" onClick={onHistory}>
        {t('targetChange.name')}
      </Button>
      {canConfigure && (
        <Button look="quiet" onClick={onSettings}>
          {t('boardSetting.name')}
        </Button>
      )}
    </div>
  )
}

/** Asks whether to save or discard the drafts before the board shows another item, day or span. */
function SaveFirstDialog({
  open,
  drafts,
  onProceed,
  onStay,
}: {
  open: boolean
  drafts: BoardDrafts
  /** Called after the drafts were saved or discarded. */
  onProceed: () => void
  onStay: () => void
}) {
  const { t } = useTranslation('boards')
  return (
    <Dialog open={open} onClose={onStay} title={t('pages.board.saveFirst')} requiresAnswer>
      <p>{t('pages.board.saveFirstWhy')}</p>
      <div className="board-buttons">
        <Button
          look="primary"
          disabled={drafts.busy}
          onClick={() => void drafts.save().then((done) => (done ? onProceed() : onStay()))}
        >
          {t('pages.board.save')}
        </Button>
        <Button
          onClick={() => {
            drafts.discard()
            onProceed()
          }}
        >
          {t('pages.board.discard')}
        </Button>
        <Button look="quiet" onClick={onStay}>
          {t('pages.board.stay')}
        </Button>
      </div>
    </Dialog>
  )
}

interface UnsavedDraftsNoticeProps {
  drafts: BoardDrafts
  onNavigate: (to: Readonly<Record<string, string | null>>) => void
}
/** Lists drafts that were restored from the device, on this board and on other days and items. */
function UnsavedDraftsNotice({ drafts, onNavigate }: UnsavedDraftsNoticeProps) {
  const { t } = useTranslation(['boards', 'client', 'plant'])
  const formatScope = ({ item, day, monthly }: DraftScope): string =>
    `${t(`plant:figures.${item}.name`)} · ${monthly ? day.slice(0, 7) : day}`
  return (
    <>
      {drafts.isRestored && (
        <Banner extra={<Button onClick={drafts.discard}>{t('pages.board.discard')}</Button>}>
          {t('client:resource.draftFound')}
        </Banner>
      )}
      {drafts.otherScopes.length > 0 && (
        <Banner
          extra={
            <>
              {drafts.otherScopes.map((scope) => (
                <Button
                  key={formatScope(scope)}
                  onClick={() =>
                    onNavigate({ item: scope.item, day: scope.day, span: scope.monthly ? 'month' : 'day' })
                  }
                >
                  {formatScope(scope)}
                </Button>
              ))}
            </>
          }
        >
          {t('pages.board.unsavedElsewhere')}
        </Banner>
      )}
    </>
  )
}
