import { useTranslation } from 'react-i18next'
import { Picker } from '@/client/fields/picker'
import { Button } from '@/client/ui/Button'
import { DeleteIcon } from '@/client/ui/icons'
import { Stepper } from './Stepper'

export interface HourLine {
  userId: string
  hours: number
}

/** Hours of work by person, a quarter of an hour at a time. */
export function HourLines({
  lines,
  names,
  onChange,
}: {
  lines: readonly HourLine[]
  names: Readonly<Record<string, string>>
  onChange: (lines: HourLine[]) => void
}) {
  const { t } = useTranslation('maintenance')
  return (
    <div className="own-lines">
      {lines.map((line, index) => (
        <div key={line.userId} className="own-line">
          <b>{names[line.userId] ?? '…'}</b>
          <Stepper
            label={names[line.userId] ?? ''}
            value={line.hours}
            step={0.25}
            unit="h"
            onChange={(hours) => onChange(lines.map((one, at) => (at === index ? { ...one, hours } : one)))}
          />
          <Button
            look="quiet"
            aria-label={t('pages.repair.removeLine', { name: names[line.userId] ?? '' })}
            icon={<DeleteIcon size={20} />}
            onClick={() => onChange(lines.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Picker
        of="user"
        id="add-person"
        label={t('pages.repair.addPerson')}
        empty={t('pages.repair.addPerson')}
        ids={[]}
        many={false}
        onPick={([id]) => {
          if (id && !lines.some((line) => line.userId === id))
            onChange([...lines, { userId: id, hours: lines[0]?.hours ?? 1 }])
        }}
      />
    </div>
  )
}
