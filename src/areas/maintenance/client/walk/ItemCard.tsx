import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { inspectionResult } from '@/areas/maintenance/contract/inspection-round'
import { Button } from '@/client/ui/Button'
import { CameraIcon, CheckIcon, CloseIcon, DoneIcon, RepairIcon } from '@/client/ui/icons'
import { PhotoStrip, type StripPhoto } from '@/client/ui/PhotoStrip'
import { judge, type ItemValue, type Verdict } from '@/areas/maintenance/rules/check-point'
import { verdictTones } from '../tones'
import { itemName, limitWords } from './item-words'
import { NumberPad } from '@/client/ui/NumberPad'
import { valueOf, verdictOf, type PointDraft, type Round, type WalkPoint } from './round-state'

type Item = Round['items'][number]
export interface ItemCardProps {
  point: WalkPoint
  item: Item
  draft: PointDraft
  photos: readonly StripPhoto[]
  mayReport: boolean
  onValue: (value: ItemValue) => void
  onNotOk: () => void
  onPhoto: () => void
  onDropPhoto: (index: number) => void
  onReport: () => void
}

/** A check item, answered with one tap where possible. */
export function ItemCard(props: ItemCardProps) {
  const { point, item, draft, photos, mayReport, onPhoto, onDropPhoto, onReport } = props
  const { t } = useTranslation('maintenance')
  const language = useLanguage()
  const verdict = verdictOf(point, draft, item)
  const bad = verdict === 'notOk' || verdict === 'out'
  const reported = draft.repairs[item.key] !== undefined
  return (
    <li className={`ui-card item${bad ? ' is-bad' : verdict === 'warn' ? ' is-warn' : ''}`} id={`item-${item.key}`}>
      <div className="item-title">
        <h3>
          {itemName(item, language)}
          {item.optional && <small> {t('pages.polling.optional')}</small>}
        </h3>
        {verdict !== 'unanswered' && (
          <ResourceStateBadge of={inspectionResult} field="verdict" state={verdict} tones={verdictTones} />
        )}
      </div>
      <Answer {...props} verdict={verdict} />
      {photos.length > 0 && <PhotoStrip photos={photos} onRemove={onDropPhoto} />}
      {(bad || verdict === 'warn') && (
        <div className="ui-actions">
          {item.kind !== 'photo' && (
            <Button icon={<CameraIcon size={20} />} onClick={onPhoto}>
              {t('pages.polling.addPhoto')}
            </Button>
          )}
          {reported ? (
            <p className="item-reported">
              <DoneIcon size={20} />
              {t('pages.polling.reported')}
            </p>
          ) : (
            mayReport && (
              <Button icon={<RepairIcon size={20} />} onClick={onReport}>
                {t('pages.polling.report')}
              </Button>
            )
          )}
        </div>
      )}
    </li>
  )
}

function Answer({ point, item, draft, verdict, onValue, onNotOk, onPhoto }: ItemCardProps & { verdict: Verdict }) {
  const { t } = useTranslation('maintenance')
  const value = valueOf(draft, item)
  switch (item.kind) {
    case 'okNotOk':
      return (
        <div className="two">
          <button type="button" className="two-ok" aria-pressed={value === 'ok'} onClick={() => onValue('ok')}>
            <CheckIcon size={28} />
            {t('pages.polling.ok')}
          </button>
          <button type="button" className="two-bad" aria-pressed={value === 'notOk'} onClick={onNotOk}>
            <CloseIcon size={28} />
            {t('pages.polling.notOk')}
          </button>
        </div>
      )
    case 'number':
      return (
        <NumberAnswer
          point={point}
          item={item}
          value={typeof value === 'number' ? value : null}
          verdict={verdict}
          onValue={onValue}
        />
      )
    case 'photo':
      return (
        <Button block icon={<CameraIcon />} onClick={onPhoto}>
          {t('pages.polling.takePhoto')}
        </Button>
      )
    case 'text':
      return (
        <textarea
          className="ui-input"
          rows={2}
          maxLength={1000}
          aria-label={item.label}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onValue(event.target.value)}
        />
      )
  }
}

function NumberAnswer({
  point,
  item,
  value,
  verdict,
  onValue,
}: {
  point: WalkPoint
  item: Item
  value: number | null
  verdict: Verdict
  onValue: (value: ItemValue) => void
}) {
  const { t } = useTranslation('maintenance')
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const limits = limitWords(item, language)
  const check = point.check.items.find((one) => one.key === item.key)
  const judged = (number: number | null) => {
    const found = check && number !== null ? judge(check, number) : 'unanswered'
    const tone = found === 'ok' ? 'ok' : found === 'warn' ? 'warn' : found === 'unanswered' ? 'idle' : 'bad'
    return {
      tone,
      word: found === 'warn' || found === 'out' ? t(`inspectionResult.options.verdict.${found}`) : null,
    } as const
  }
  return (
    <>
      <button
        type="button"
        className={`number tone-${judged(value).tone}`}
        aria-label={`${itemName(item, language)}: ${value === null ? t('pages.polling.enter') : `${value} ${item.unit ?? ''}`}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {value === null ? <span>{t('pages.polling.enter')}</span> : <b>{value}</b>}
        <span>{item.unit}</span>
      </button>
      {limits && (
        <p className={verdict === 'out' ? 'item-limit is-out' : 'item-limit'}>
          {t('pages.polling.limits', { limits })}
        </p>
      )}
      {open && (
        <NumberPad
          title={itemName(item, language)}
          unit={item.unit ?? ''}
          value={value}
          limits={limits && t('pages.polling.limits', { limits })}
          judge={judged}
          onDone={(next) => {
            setOpen(false)
            onValue(next)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
