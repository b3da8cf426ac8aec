import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { Quantity } from '@/client/ui/Quantity'
import { NumberPad } from '@/client/ui/NumberPad'

/** Length of the next set: as planned, another length, or all remaining metres. */
export function NextLengthField({
  leftM,
  nextLengthM,
  onChange,
}: {
  leftM: number
  nextLengthM: number
  onChange: (metres: number) => void
}) {
  const { t } = useTranslation(['slitting', 'rolls'])
  const [isPadOpen, setPadOpen] = useState(false)
  return (
    <div className="row">
      <span>
        <span className="quiet">{t('rolls:jumboRoll.fields.leftM')}</span>{' '}
        <Quantity value={leftM} unit="m" decimals={0} showsAllDigits />
      </span>
      {leftM > 0 && (
        <Button className="big" onClick={() => setPadOpen(true)}>
          {t('pages.divideInteractive.otherLength')}
        </Button>
      )}
      {leftM > 0 && leftM !== nextLengthM && (
        <Button className="big" onClick={() => onChange(leftM)}>
          {t('pages.divideInteractive.allLeft')}
        </Button>
      )}
      {isPadOpen && (
        <NumberPad
          title={t('pages.divideInteractive.lengthOfNext')}
          unit="m"
          value={nextLengthM}
          limits={t('pages.divideInteractive.upTo', { metres: leftM })}
          evaluate={(value) =>
            value !== null && (value <= 0 || value > leftM)
              ? { tone: 'bad', label: t('pages.divideInteractive.upTo', { metres: leftM }) }
              : { tone: 'idle', label: null }
          }
          onDone={(value) => {
            // An invalid length keeps the pad open, which shows the maximum.
            if (value !== null && (value <= 0 || value > leftM)) return
            setPadOpen(false)
            if (value !== null) onChange(value)
          }}
          onClose={() => setPadOpen(false)}
        />
      )}
    </div>
  )
}
