import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { inspectionResult } from '@/areas/rounds/contract/inspection-round'
import { Button } from '@/client/ui/Button'
import { CameraIcon, CheckIcon, CloseIcon, DoneIcon, RepairIcon } from '@/client/ui/icons'
import { PhotoStrip, type StripPhoto } from '@/client/ui/PhotoStrip'
import { judgeItemAnswer, type ItemValue, type PointVerdict } from '@/areas/rounds/rules/check-point'
import { pointVerdictTones } from '../../contract/tones'
import { getCheckItemName, formatCheckLimits } from './format-check-item'
import { NumberPad } from '@/client/ui/NumberPad'
import { TextArea } from '@/client/ui/TextInput'
import type { Round, WalkPoint } from './walk-points'
import { getEnteredValue, judgeEnteredItem, type PointDraft } from './point-draft'

type RoundItem = Round['items'][number]
export interface ItemCardProps {
  point: WalkPoint
  item: RoundItem
  draft: PointDraft
  photos: readonly StripPhoto[]
  canReport: boolean
  isPadOpen: boolean
  onPadChange: (isOpen: boolean) => void
  /** Called with the number entered on the pad. The pad then opens for the next numeric item. */
  onNumber: (value: number | null) => void
  onValueChange: (value: ItemValue) => void
  onNotOk: () => void
  onTakePhoto: () => void
  onRemovePhoto: (index: number) => void
  onReport: () => void
}

/** A check item, answered with one tap where possible. */
export function ItemCard(props: ItemCardProps) {
  const { point, item, draft, photos, canReport, onTakePhoto, onRemovePhoto, onReport } = props
  const { t } = useTranslation('rounds')
  const language = useLanguage()
  const verdict = judgeEnteredItem(point, draft, item)
  const isBad = verdict === 'notOk' || verdict === 'out'
  const isReported = draft.repairs[item.key] !== undefined
  return (
    <li
      className={`ui-card item stack gap-3${isBad ? ' is-bad' : verdict === 'warn' ? ' is-warn' : ''}`}
      id={`item-${item.key}`}
    >
      <div className="item-title strip between">
        <h3>
          {getCheckItemName(item, language)}
          {item.optional && <small> {t('pages.polling.optional')}</small>}
        </h3>
        {verdict !== 'unanswered' && (
          <ResourceStateBadge resource={inspectionResult} field="verdict" state={verdict} tones={pointVerdictTones} />
        )}
      </div>
      <AnswerField {...props} verdict={verdict} />
      {photos.length > 0 && <PhotoStrip photos={photos} onRemove={onRemovePhoto} />}
      {(isBad || verdict === 'warn') && (
        <div className="ui-actions">
          {item.kind !== 'photo' && (
            <Button icon={<CameraIcon size={20} />} onClick={onTakePhoto}>
              {t('pages.polling.addPhoto')}
            </Button>
          )}
          {isReported ? (
            <p className="item-reported strip middle">
              <DoneIcon size={20} />
              {t('pages.polling.reported')}
            </p>
          ) : (
            canReport && (
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

function AnswerField({
  point,
  item,
  draft,
  verdict,
  isPadOpen,
  onPadChange,
  onNumber,
  onValueChange,
  onNotOk,
  onTakePhoto,
}: ItemCardProps & { verdict: PointVerdict }) {
  const { t } = useTranslation('rounds')
  const value = getEnteredValue(draft, item)
  switch (item.kind) {
    case 'okNotOk':
      return (
        <div className="two">
          <button type="button" className="two-ok" aria-pressed={value === 'ok'} onClick={() => onValueChange('ok')}>
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
        <NumberAnswerField
          point={point}
          item={item}
          value={typeof value === 'number' ? value : null}
          verdict={verdict}
          isPadOpen={isPadOpen}
          onPadChange={onPadChange}
          onNumber={onNumber}
        />
      )
    case 'photo':
      return (
        <Button block icon={<CameraIcon />} onClick={onTakePhoto}>
          {t('pages.polling.takePhoto')}
        </Button>
      )
    case 'text':
      return (
        <TextArea
          rows={2}
          maxLength={1000}
          aria-label={item.label}
          value={typeof value === 'string' ? value : ''}
          onChange={onValueChange}
        />
      )
  }
}

/** Tone of the number pad's display by verdict. */
const NUMBER_PAD_TONES = {
  ok: 'ok',
  warn: 'warn',
  out: 'bad',
  notOk: 'bad',
  unanswered: 'idle',
  invalid: 'bad',
} as const satisfies Record<PointVerdict, string>
function NumberAnswerField({
  point,
  item,
  value,
  verdict,
  isPadOpen,
  onPadChange,
  onNumber,
}: Pick<ItemCardProps, 'point' | 'item' | 'isPadOpen' | 'onPadChange' | 'onNumber'> & {
  value: number | null
  verdict: PointVerdict
}) {
  const { t } = useTranslation('rounds')
  const language = useLanguage()
  const limits = formatCheckLimits(item, language)
  const checkItem = point.checkPoint.items.find((candidate) => candidate.key === item.key)
  const judgeNumber = (number: number | null) => {
    const numberVerdict = checkItem && number !== null ? judgeItemAnswer(checkItem, number) : 'unanswered'
    return {
      tone: NUMBER_PAD_TONES[numberVerdict],
      label:
        numberVerdict === 'warn' || numberVerdict === 'out'
          ? t(`inspectionResult.options.verdict.${numberVerdict}`)
          : null,
    } as const
  }
  return (
    <>
      <button
        type="button"
        className={`number strip middle between tone-${judgeNumber(value).tone}`}
        aria-label={`${getCheckItemName(item, language)}: ${value === null ? t('pages.polling.enter') : `${value} ${item.unit ?? ''}`}`}
        aria-haspopup="dialog"
        onClick={() => onPadChange(true)}
      >
        {value === null ? <span>{t('pages.polling.enter')}</span> : <b>{value}</b>}
        <span>{item.unit}</span>
      </button>
      {limits && (
        <p className={verdict === 'out' ? 'item-limit is-out' : 'item-limit'}>
          {t('pages.polling.limits', { limits })}
        </p>
      )}
      {isPadOpen && (
        <NumberPad
          title={getCheckItemName(item, language)}
          unit={item.unit ?? ''}
          value={value}
          limits={limits && t('pages.polling.limits', { limits })}
          evaluate={judgeNumber}
          onDone={onNumber}
          onClose={() => onPadChange(false)}
        />
      )}
    </>
  )
}
