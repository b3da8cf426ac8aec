import { getRowRefusal } from '@/contract/errno'
import { findDependents } from '@/offline/command-dependencies'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { StripPhoto } from '../ui/PhotoStrip'
import { PhotoStrip } from '../ui/PhotoStrip'
import { saveFile } from '../api/download'
import { useNames } from '../fields/options'
import { notify } from '../api/notify'
import { getPhoneStore, type UnsentCommand } from '../api/phone'
import { useUnsentCommands } from '../api/use-list'
import { formatMoment } from '../format/time'
import { useLabels } from '../i18n/labels'
import { usePlantZone } from '../session/plant-zone'
import { MoreButton, type SheetAction } from '../ui/ActionSheet'
import { Button } from '../ui/Button'
import { LazyBoundary, SkeletonDetail } from '../ui/Skeleton'
import { StateBadge, type Tone } from '../ui/StateBadge'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import { RefusalNotice } from '@/client/resource/UnsentBadge'
import { findAreaOfOperation } from '../area-registry'
import { buildFormAddress } from './row-address'
import { recordTrouble } from '../ui/trouble'

const UnsentContent = lazy(() => import('./UnsentContent'))
const TONE_BY_STATE: Record<UnsentCommand['state'], Tone> = {
  pending: 'wait',
  sending: 'active',
  waiting: 'wait',
  retrying: 'warn',
  attention: 'bad',
}

/** Names the dependent commands that are discarded together with a command. */
function DependentCommandList({ commands }: { commands: readonly UnsentCommand[] }) {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const areas = commands.flatMap(({ op }) => findAreaOfOperation(op ?? '')?.name ?? [])
  const labels = useLabels(...areas)
  return (
    <>
      <p>{t('sync.discardResting', { count: commands.length })}</p>
      <ul>
        {commands.map(({ id, op, occurredAt }) => (
          <li key={id}>
            {labels.action({ area: findAreaOfOperation(op ?? '')?.name ?? '', name: op ?? '' })}
            {occurredAt && ` · ${formatMoment(occurredAt, zone, { showsSeconds: true })}`}
          </li>
        ))}
      </ul>
    </>
  )
}
/** Returns true if discarding the command would lose neither photos nor entered data. */
function useHasNoEntries(command: UnsentCommand, enabled: boolean): boolean {
  const [hasNoEntries, setHasNoEntries] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    if (enabled && command.photos.length === 0)
      import('./command-content')
        .then((module) => module.hasNoEntries(command))
        .then(
          (result) => {
            if (!isUnmounted) setHasNoEntries(result)
          },
          (error: unknown) => recordTrouble('command not readable', error),
        )
    return () => {
      isUnmounted = true
    }
  }, [command, enabled])
  return hasNoEntries
}
function useUnsentPhotos(command: UnsentCommand): StripPhoto[] {
  const [photos, setPhotos] = useState<StripPhoto[]>([])
  const count = command.photos.length
  useEffect(() => {
    let isUnmounted = false
    if (count > 0)
      getPhoneStore()
        .then((store) => store.loadPhotos(command.id))
        .then(
          (loadedPhotos) => {
            if (!isUnmounted) setPhotos(loadedPhotos)
          },
          (error: unknown) => recordTrouble('photos not readable', error),
        )
    return () => {
      isUnmounted = true
    }
  }, [command.id, count])
  return photos
}

/**
 * Card of an unsent command: what it is, why it has not been sent, and actions to view, edit, retry, export and discard
 * it.
 * @param isHighlighted highlights the card, if the user was sent to it
 */
export function UnsentCard({ command, isHighlighted = false }: { command: UnsentCommand; isHighlighted?: boolean }) {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const navigate = useNavigate()
  const photos = useUnsentPhotos(command)
  const cardRef = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isHighlighted) return
    cardRef.current?.scrollIntoView({ block: 'center' })
    cardRef.current?.focus({ preventScroll: true })
  }, [isHighlighted])
  const [isOpen, setIsOpen] = useState(false)
  const [ask, dialog] = useConfirm()
  const area = command.op ? findAreaOfOperation(command.op)?.name : null
  const labels = useLabels(...(area ? [area] : []))
  const name =
    command.op && area ? labels.action({ area, name: command.op }) : t(command.op ? 'sync.command' : 'sync.photosLeft')
  const address = command.op && command.resource && buildFormAddress(command.op, command.resource, command.id)
  const runWithNotice = async (task: () => Promise<void>) => {
    try {
      await task()
    } catch (error) {
      void notify(t('sync.failed', { reason: error instanceof Error ? error.message : String(error) }), 'fail')
    }
  }
  // Set if the row's state is the reason for the refusal: correcting the command would not help.
  const refusal = getRowRefusal(command.lastError?.data)
  const changedById = refusal?.changed?.id
  const people = useNames('user', changedById ? [changedById] : [], {})
  const hasNoEntries = useHasNoEntries(command, refusal !== null)
  // True if somebody else has already done the same.
  const isSettled = command.photos.length === 0 && refusal?.settled === true
  const dependents = findDependents(useUnsentCommands(), command)
  const discardAll = async () => {
    const store = await getPhoneStore()
    // Delete the last one first, so that after a crash no remaining command depends on a deleted one.
    for (const { id } of [command, ...dependents].toReversed()) await store.discard(id)
  }
  const discardAtOnce = () => runWithNotice(discardAll)
  const discard = () =>
    runWithNotice(async () => {
      if (
        await ask({
          objectName: name,
          question: t('sync.discardSentence'),
          confirmLabel: t('sync.discard'),
          needsSecondTap: true,
          ...(dependents.length > 0 ? { children: <DependentCommandList commands={dependents} /> } : {}),
        })
      )
        await discardAll()
    })
  const canEdit = command.editable && !refusal && Boolean(address)
  // Discarding loses nothing, so no confirmation is needed.
  const canDiscardAtOnce = (isSettled || hasNoEntries) && dependents.length === 0
  const retry = () => void runWithNotice(async () => (await getPhoneStore()).retry(command.id))
  const exportCommand = () =>
    void runWithNotice(async () => saveFile(await (await getPhoneStore()).exportFile(command.id), t('sync.fileName')))
  const retryAction = { key: 'retry', label: t('sync.retry'), onChoose: retry }
  const furtherActions: SheetAction[] = [
    ...(canEdit || canDiscardAtOnce ? [retryAction] : []),
    { key: 'export', label: t('sync.export'), onChoose: exportCommand },
    ...(canDiscardAtOnce
      ? []
      : [{ key: 'discard', label: t('sync.discard'), isDangerous: true, onChoose: () => void discard() }]),
  ]
  const renderMainButton = () => {
    if (canDiscardAtOnce)
      return (
        <Button look="primary" onClick={() => void discardAtOnce()}>
          {t(isSettled ? 'sync.settle' : 'sync.discard')}
        </Button>
      )
    return canEdit && address ? (
      <Button onClick={() => void navigate(address)}>{t('sync.edit')}</Button>
    ) : (
      <Button onClick={retry}>{t('sync.retry')}</Button>
    )
  }
  return (
    <li ref={cardRef} className="ui-card" {...(isHighlighted ? { tabIndex: -1, 'aria-current': true } : {})}>
      <header>
        <b>{name}</b>
        <StateBadge tone={TONE_BY_STATE[command.state]}>{t(`sync.item.${command.state}`)}</StateBadge>
      </header>
      {command.occurredAt && <p>{formatMoment(command.occurredAt, zone, { showsSeconds: true })}</p>}
      {command.op && (
        <Suspense>
          <UnsentContent command={command} isBrief />
        </Suspense>
      )}
      {command.lastError && <RefusalNotice op={command.op} error={command.lastError} />}
      {refusal?.changed && (
        <p className="quiet">
          {t('sync.changed', {
            by: (changedById && people[changedById]) ?? refusal.changed.by ?? t('sync.system'),
            time: formatMoment(refusal.changed.at, zone, { showsSeconds: true }),
          })}
        </p>
      )}
      {command.closes === 1 && command.state === 'attention' && <p className="quiet">{t('sync.closes')}</p>}
      {command.op && command.state === 'attention' && !refusal && !(command.editable && address) && (
        <p className="quiet">{t('sync.noForm')}</p>
      )}
      {photos.length > 0 && <PhotoStrip photos={photos} />}
      {command.op && (
        <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary>{t('sync.details')}</summary>
          {isOpen && (
            <LazyBoundary skeleton={<SkeletonDetail fields={3} />}>
              <UnsentContent command={command} />
            </LazyBoundary>
          )}
        </details>
      )}
      <div className="unsent-actions cluster">
        {renderMainButton()}
        <MoreButton actions={furtherActions} label={t('sync.more', { name })} />
      </div>
      {dialog}
    </li>
  )
}
