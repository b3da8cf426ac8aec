import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { FirstChoicesContext, type FirstChoice } from '@/client/fields/form-scope'
import { Picker } from '@/client/fields/picker'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { DeleteIcon } from '@/client/ui/icons'
import { repairWorkHours } from '@/areas/maintenance/contract/repair-reports'
import { useToday } from '@/plant/client/use-today'
import { addDays } from '@/plant/rules/plant-time'
import { Stepper } from '@/plant/client/forms/Stepper'

export interface PersonHours {
  userId: string
  hours: number
}

/** People with repair hours in this number of past days count as mechanics. */
const MECHANIC_DAYS = 90
/**
 * Loads the people with recent repair hours, whom the form offers first. The client does not know the permissions of
 * other people, and the list of all staff is long.
 */
function useMechanics(): Readonly<Record<string, readonly FirstChoice[]>> {
  const today = useToday()
  const canRead = useCanCall(repairWorkHours)
  const { data } = useEndpoint(
    repairWorkHours,
    { from: addDays(today, -MECHANIC_DAYS), to: today },
    { resources: ['repair'], enabled: canRead },
  )
  return useMemo(() => ({ user: (data ?? []).map(({ id, label }) => ({ id, label })) }), [data])
}

/** Edits hours of work per person, in steps of a quarter of an hour. */
export function PersonHoursList({
  hoursOfPeople,
  personNames,
  onChange,
}: {
  hoursOfPeople: readonly PersonHours[]
  personNames: Readonly<Record<string, string>>
  onChange: (hoursOfPeople: PersonHours[]) => void
}) {
  const { t } = useTranslation('maintenance')
  return (
    <div className="stack">
      {hoursOfPeople.map((personHours, index) => (
        <div key={personHours.userId} className="own-line cluster middle between">
          <b>{personNames[personHours.userId] ?? '…'}</b>
          <Stepper
            label={personNames[personHours.userId] ?? ''}
            value={personHours.hours}
            step={0.25}
            unit="h"
            onChange={(hours) =>
              onChange(hoursOfPeople.map((other, otherIndex) => (otherIndex === index ? { ...other, hours } : other)))
            }
          />
          <Button
            look="quiet"
            aria-label={t('pages.repair.removeLine', { name: personNames[personHours.userId] ?? '' })}
            icon={<DeleteIcon size={20} />}
            onClick={() => onChange(hoursOfPeople.filter((_, otherIndex) => otherIndex !== index))}
          />
        </div>
      ))}
      <FirstChoicesContext value={useMechanics()}>
        <Picker
          resource="user"
          id="add-person"
          label={t('pages.repair.addPerson')}
          placeholder={t('pages.repair.addPerson')}
          ids={[]}
          multiple={false}
          onPick={([id]) => {
            // Proposes the hours of the first person, because a helper usually works as long.
            if (id && !hoursOfPeople.some((personHours) => personHours.userId === id))
              onChange([...hoursOfPeople, { userId: id, hours: hoursOfPeople[0]?.hours ?? 1 }])
          }}
        />
      </FirstChoicesContext>
    </div>
  )
}
