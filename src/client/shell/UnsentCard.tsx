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
import { getPhone, type UnsentCommand } from '../api/phone'
import { useUnsentCommands } from '../api/use-list'
import { formatMoment } from '../format/time'
import { useLabels } from '../i18n/labels'
import { usePlantZone } from '../session/plant-zone'
import { Button } from '../ui/Button'
import { SkeletonDetail } from '../ui/Skeleton'
import { StateBadge, type Tone } from '../ui/StateBadge'
import { useConfirm } from '../ui/use-confirm'
import { RefusalNotice } from '../resource/RefusalNotice'
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
function DependentCommandList({ items }: { items: readonly UnsentCommand[] }) {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const areas = items.flatMap(({ op }) => findAreaOfOperation(op ?? '')?.name ?? [])
  const labels = useLabels(...areas)
  return (
    <>
      <p>{t('sync.discardResting', { count: items.length })}</p>
      <ul>
        {items.map(({ id, op, occurredAt }) => (
          <li key={id}>
            {labels.action({ area: findAreaOfOperation(op ?? '')?.name ?? '', name: op ?? '' })}
            {occurredAt && ` · ${formatMoment(occurredAt, zone, true)}`}
          </li>
        ))}
      </ul>
    </>
  )
}
/** Returns true if discarding the command would lose neither photos nor entered data. */
function useIsWithoutEntries(item: UnsentCommand, enabled: boolean): boolean {
  const [isWithoutEntries, setIsWithoutEntries] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    if (enabled && item.photos.length === 0)
      import('./command-content')
        .then((module) => module.isWithoutEntries(item))
        .then(
          (found) => {
            if (!isUnmounted) setIsWithoutEntries(found)
          },
          (error: unknown) => recordTrouble('command not readable', error),
        )
    return () => {
      isUnmounted = true
    }
  }, [item, enabled])
  return isWithoutEntries
}
function useUnsentPhotos(item: UnsentCommand): StripPhoto[] {
  const [photos, setPhotos] = useState<StripPhoto[]>([])
  const count = item.photos.length
  useEffect(() => {
    let isUnmounted = false
    if (count > 0)
      getPhone()
        .then((store) => store.photosOf(item.id))
        .then(
          (found) => {
            if (!isUnmounted) setPhotos(found)
          },
          (error: unknown) => recordTrouble('photos not readable', error),
        )
    return () => {
      isUnmounted = true
    }
  }, [item.id, count])
  return photos
}

/**
 * Card of an unsent command: what it is, why it has not been sent, and actions to view, edit, retry, export and discard
 * it.
 * @param isHighlighted highlights the card, if the user was sent to it
 */
export function UnsentCard({ item, isHighlighted = false }: { item: UnsentCommand; isHighlighted?: boolean }) {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const navigate = useNavigate()
  const photos = useUnsentPhotos(item)
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isHighlighted) return
    card.current?.scrollIntoView({ block: 'center' })
    card.current?.focus({ preventScroll: true })
  }, [isHighlighted])
  const [open, setOpen] = useState(false)
  const [ask, dialog] = useConfirm()
  const area = item.op ? findAreaOfOperation(item.op)?.name : null
  const labels = useLabels(...(area ? [area] : []))
  const name =
    item.op && area ? labels.action({ area, name: item.op }) : t(item.op ? 'sync.command' : 'sync.photosLeft')
  const address = item.op && item.resource && buildFormAddress(item.op, item.resource, item.id)
  const runWithNotice = async (task: () => Promise<void>) => {
    try {
      await task()
    } catch (error) {
      void notify(t('sync.failed', { reason: error instanceof Error ? error.message : String(error) }), 'fail')
    }
  }
  // Refusals about the row's state need no correction, and a command without entries loses nothing.
  const refusal = getRowRefusal(item.lastError?.data)
  const changedById = refusal?.changed?.id
  const people = useNames('user', changedById ? [changedById] : [], {})
  const isWithoutEntries = useIsWithoutEntries(item, refusal !== null)
  // Somebody else has done the same: nothing is lost, so no confirmation is needed.
  const isSettled = item.photos.length === 0 && refusal?.settled === true
  const dependents = findDependents(useUnsentCommands(), item)
  const discardAll = async () => {
    const store = await getPhone()
    // Delete the last one first, so that after a crash no remaining command depends on a deleted one.
    for (const { id } of [item, ...dependents].toReversed()) await store.discard(id)
  }
  const discardAtOnce = () => runWithNotice(discardAll)
  const discard = () =>
    runWithNotice(async () => {
      if (
        await ask({
          thing: name,
          sentence: t('sync.discardSentence'),
          confirmLabel: t('sync.discard'),
          textToType: t('sync.discardTyped'),
          ...(dependents.length > 0 ? { children: <DependentCommandList items={dependents} /> } : {}),
        })
      )
        await discardAll()
    })
  return (
    <li ref={card} className="ui-card" {...(isHighlighted ? { tabIndex: -1, 'aria-current': true } : {})}>
      <header>
        <b>{name}</b>
        <StateBadge tone={TONE_BY_STATE[item.state]}>{t(`sync.item.${item.state}`)}</StateBadge>
      </header>
      {item.occurredAt && <p>{formatMoment(item.occurredAt, zone, true)}</p>}
      {item.op && (
        <Suspense>
          <UnsentContent item={item} brief />
        </Suspense>
      )}
      {item.lastError && <RefusalNotice op={item.op} error={item.lastError} />}
      {refusal?.changed && (
        <p className="quiet">
          {t('sync.changed', {
            by: (changedById && people[changedById]) ?? refusal.changed.by ?? t('sync.system'),
            time: formatMoment(refusal.changed.at, zone, true),
          })}
        </p>
      )}
      {item.closes === 1 && item.state === 'attention' && <p className="quiet">{t('sync.closes')}</p>}
      {item.op && item.state === 'attention' && !refusal && !(item.editable && address) && (
        <p className="quiet">{t('sync.noForm')}</p>
      )}
      {photos.length > 0 && <PhotoStrip photos={photos} />}
      {item.op && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{t('sync.details')}</summary>
          {open && (
            <Suspense fallback={<SkeletonDetail fields={3} />}>
              <UnsentContent item={item} />
            </Suspense>
          )}
        </details>
      )}
      <div className="unsent-actions">
        {item.editable && !refusal && address && (
          <Button onClick={() => void navigate(address)}>{t('sync.edit')}</Button>
        )}
        <Button onClick={() => void runWithNotice(async () => (await getPhone()).retry(item.id))}>
          {t('sync.retry')}
        </Button>
        <Button
          onClick={() =>
            void runWithNotice(async () => saveFile(await (await getPhone()).exportFile(item.id), t('sync.fileName')))
          }
        >
          {t('sync.export')}
        </Button>
        {(isSettled || isWithoutEntries) && dependents.length === 0 ? (
          <Button look="primary" onClick={() => void discardAtOnce()}>
            {t(isSettled ? 'sync.settle' : 'sync.discard')}
          </Button>
        ) : (
          <Button onClick={() => void discard()}>{t('sync.discard')}</Button>
        )}
      </div>
      {dialog}
    </li>
  )
}
