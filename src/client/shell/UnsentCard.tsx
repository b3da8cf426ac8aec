import { ofRow } from '@/contract/errno'
import { restingOn } from '@/offline/resting-on'
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
import { State, type Tone } from '../ui/State'
import { useConfirm } from '../ui/use-confirm'
import { RefusalNotice } from '../resource/RefusalNotice'
import { findAreaOfOperation } from '../area-registry'
import { formAddress } from './row-address'
import { recordTrouble } from '../ui/trouble'

const UnsentContent = lazy(() => import('./UnsentContent'))
const tones: Record<UnsentCommand['state'], Tone> = {
  pending: 'wait',
  sending: 'active',
  waiting: 'wait',
  retrying: 'warn',
  attention: 'bad',
}

/** Names the dependent commands that are discarded together with a command. */
function RestingNames({ items }: { items: readonly UnsentCommand[] }) {
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
function useIsStep(item: UnsentCommand, asked: boolean): boolean {
  const [isStep, setStep] = useState(false)
  useEffect(() => {
    let gone = false
    if (asked && item.photos.length === 0)
      import('./unsent-content')
        .then((module) => module.isOnlyStep(item))
        .then(
          (found) => {
            if (!gone) setStep(found)
          },
          (error: unknown) => recordTrouble('command not readable', error),
        )
    return () => {
      gone = true
    }
  }, [item, asked])
  return isStep
}
function usePhotos(item: UnsentCommand): StripPhoto[] {
  const [photos, setPhotos] = useState<StripPhoto[]>([])
  const count = item.photos.length
  useEffect(() => {
    let gone = false
    if (count > 0)
      getPhone()
        .then((store) => store.photosOf(item.id))
        .then(
          (found) => {
            if (!gone) setPhotos(found)
          },
          (error: unknown) => recordTrouble('photos not readable', error),
        )
    return () => {
      gone = true
    }
  }, [item.id, count])
  return photos
}

/**
 * Card of an unsent command: what it is, why it has not been sent, and actions to view, edit, retry, export and discard
 * it.
 * @param isHighlighted highlights the card, if the user was sent to it
 */
export function UnsentCard({ item, asked = false }: { item: UnsentCommand; asked?: boolean }) {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const navigate = useNavigate()
  const photos = usePhotos(item)
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!asked) return
    card.current?.scrollIntoView({ block: 'center' })
    card.current?.focus({ preventScroll: true })
  }, [asked])
  const [open, setOpen] = useState(false)
  const [ask, dialog] = useConfirm()
  const area = item.op ? findAreaOfOperation(item.op)?.name : null
  const labels = useLabels(...(area ? [area] : []))
  const name =
    item.op && area ? labels.action({ area, name: item.op }) : t(item.op ? 'sync.command' : 'sync.photosLeft')
  const address = item.op && item.resource && formAddress(item.op, item.resource, item.id)
  const act = async (what: () => Promise<void>) => {
    try {
      await what()
    } catch (error) {
      void notify(t('sync.failed', { reason: error instanceof Error ? error.message : String(error) }), 'fail')
    }
  }
  // Refusals about the row's state need no correction, and a command without entries loses nothing.
  const refused = ofRow(item.lastError?.data)
  const changer = refused?.changed?.id
  const people = useNames('user', changer ? [changer] : [], {})
  const isStep = useIsStep(item, refused !== null)
  // Somebody else has done the same: nothing is lost, so no confirmation is needed.
  const settled = item.photos.length === 0 && refused?.settled === true
  const resting = restingOn(useUnsentCommands(), item)
  const dropAll = async () => {
    const store = await getPhone()
    // Delete the last one first, so that after a crash no remaining command depends on a deleted one.
    for (const { id } of [item, ...resting].toReversed()) await store.discard(id)
  }
  const drop = () => act(dropAll)
  const discard = () =>
    act(async () => {
      if (
        await ask({
          thing: name,
          sentence: t('sync.discardSentence'),
          action: t('sync.discard'),
          typed: t('sync.discardTyped'),
          ...(resting.length > 0 ? { children: <RestingNames items={resting} /> } : {}),
        })
      )
        await dropAll()
    })
  return (
    <li ref={card} className="ui-card" {...(asked ? { tabIndex: -1, 'aria-current': true } : {})}>
      <header>
        <b>{name}</b>
        <State tone={tones[item.state]}>{t(`sync.item.${item.state}`)}</State>
      </header>
      {item.occurredAt && <p>{formatMoment(item.occurredAt, zone, true)}</p>}
      {item.op && (
        <Suspense>
          <UnsentContent item={item} brief />
        </Suspense>
      )}
      {item.lastError && <RefusalNotice op={item.op} error={item.lastError} />}
      {refused?.changed && (
        <p className="quiet">
          {t('sync.changed', {
            by: (changer && people[changer]) ?? refused.changed.by ?? t('sync.system'),
            time: formatMoment(refused.changed.at, zone, true),
          })}
        </p>
      )}
      {item.closes === 1 && item.state === 'attention' && <p className="quiet">{t('sync.closes')}</p>}
      {item.op && item.state === 'attention' && !refused && !(item.editable && address) && (
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
        {item.editable && !refused && address && (
          <Button onClick={() => void navigate(address)}>{t('sync.edit')}</Button>
        )}
        <Button onClick={() => void act(async () => (await getPhone()).retry(item.id))}>{t('sync.retry')}</Button>
        <Button
          onClick={() =>
            void act(async () => saveFile(await (await getPhone()).exportFile(item.id), t('sync.fileName')))
          }
        >
          {t('sync.export')}
        </Button>
        {(settled || isStep) && resting.length === 0 ? (
          <Button look="primary" onClick={() => void drop()}>
            {t(settled ? 'sync.settle' : 'sync.discard')}
          </Button>
        ) : (
          <Button onClick={() => void discard()}>{t('sync.discard')}</Button>
        )}
      </div>
      {dialog}
    </li>
  )
}
