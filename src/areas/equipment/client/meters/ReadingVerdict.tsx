import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import type { NewerValue } from '@/client/area'
import { Button } from '@/client/ui/Button'
import { StateBadge } from '@/client/ui/StateBadge'
import type { meter } from '../../contract/meter'
import { verdictTones } from '../../contract/tones'
import type { Entry, Judged } from './judge-entry'

interface Props {
  of: Row<typeof meter>
  judged: Judged
  /** Value that the meter transmitted since the previous reading. */
  sent: NewerValue | null
  entry: Entry
  onChange: (next: Partial<Entry>) => void
}

/** Verdict on an entry: use since the last reading, a jump, a falling counter, or a value outside the range. */
export function ReadingVerdict({ of, judged, sent, entry, onChange }: Props) {
  const { t } = useTranslation('equipment')
  const language = useLanguage()
  const amount = (value: number, unit = of.unit) => formatNumber(value, { language, unit, decimals: 3 })
  const { check, outside, usual, differs } = judged
  const bad = check && !('use' in check) ? check.verdict : null
  return (
    <div className="eq-verdict" aria-live="polite">
      {outside && (
        <p>
          <StateBadge tone="warn">
            {t(`pages.meters.outside.${outside}`, {
              limit: amount((outside === 'low' ? of.rangeLow : of.rangeHigh) ?? 0),
            })}
          </StateBadge>
        </p>
      )}
      {check && 'use' in check && !differs && (
        <p>
          <StateBadge tone={verdictTones[check.verdict]}>
            {t(`meterReading.options.verdict.${check.verdict}`)}
          </StateBadge>
          <span>
            {t('pages.meters.since', { use: amount(check.use), rate: amount(check.perHour, `${of.unit}/h`) })}
          </span>
          {usual !== null && (
            <span className="quiet">{t('pages.meters.usually', { rate: amount(usual, `${of.unit}/h`) })}</span>
          )}
        </p>
      )}
      {bad && (
        <p>
          <StateBadge tone="bad">{t(`pages.meters.wrong.${bad}`)}</StateBadge>
        </p>
      )}
      {differs && sent && (
        <p>
          <StateBadge tone="warn">{t('pages.meters.differs', { value: amount(sent.value) })}</StateBadge>
        </p>
      )}
      {(check?.verdict === 'jump' || differs) && (
        <label className="eq-check">
          <input
            type="checkbox"
            className="flag"
            checked={entry.jumpConfirmed}
            onChange={(event) => onChange({ jumpConfirmed: event.target.checked })}
          />
          {t(differs ? 'pages.meters.confirmDiffers' : 'pages.meters.confirmJump')}
        </label>
      )}
      {of.counter && (bad === 'backwards' || entry.exchanged) && (
        <Button
          aria-pressed={entry.exchanged}
          onClick={() => onChange({ exchanged: !entry.exchanged, oldFinal: null, newStart: null })}
        >
          {t(entry.exchanged ? 'pages.meters.notExchanged' : 'pages.meters.exchanged')}
        </Button>
      )}
    </div>
  )
}
