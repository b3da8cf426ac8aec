import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fields } from '@/contract/field'
import type { Conflict } from '../api/api-error'
import { FieldShow } from '../fields/registry'
import { useLabels, type FieldPlace } from '../i18n/labels'
import { Button } from '../ui/Button'
import { PageFrame } from '../ui/PageFrame'
import { differing, type Values } from './values'

export interface ConflictScreenProps {
  title: string
  conflict: Conflict
  fields: Fields
  place: FieldPlace
  refs: Readonly<Record<string, string>>
  busy: boolean
  /** The chosen values, to be saved over the version that the other person made. */
  onSave: (merged: Values, version: number) => void
  onBack: () => void
}
type Side = 'mine' | 'theirs'

/** Yours and theirs beside each other, field by field; nothing is overwritten without a choice. */
export function ConflictScreen({ title, conflict, fields, place, refs, busy, onSave, onBack }: ConflictScreenProps) {
  const { t } = useTranslation('client')
  const labels = useLabels(place.area)
  const names = differing(conflict.mine, conflict.theirs).filter((name) => name in fields)
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const sideOf = (name: string): Side => chosen[name] ?? 'mine'
  const all = (side: Side) => setChosen(Object.fromEntries(names.map((name) => [name, side])))
  // Every field that differs is named, theirs too: what was typed first still stands in the command that is being corrected.
  const save = () =>
    onSave(
      Object.fromEntries(names.map((name) => [name, conflict[sideOf(name)][name]])),
      Number(conflict.theirs['version']),
    )
  return (
    <PageFrame
      title={title}
      onBack={onBack}
      primary={
        <Button look="primary" disabled={busy} onClick={save}>
          {t('resource.conflict.save')}
        </Button>
      }
    >
      <div className="conflict">
        <h2>{t('resource.conflict.title')}</h2>
        <p>{t('resource.conflict.lead')}</p>
        <div className="choices">
          <Button onClick={() => all('mine')}>{t('resource.conflict.allMine')}</Button>
          <Button onClick={() => all('theirs')}>{t('resource.conflict.allTheirs')}</Button>
        </div>
        {names.map((name) => {
          const field = fields[name]
          return (
            field && (
              <fieldset key={name}>
                <legend>{labels.field(place, name)}</legend>
                {(['mine', 'theirs'] as const).map((side) => (
                  <label key={side} className={sideOf(name) === side ? 'is-chosen' : ''}>
                    <input
                      type="radio"
                      name={name}
                      checked={sideOf(name) === side}
                      onChange={() => setChosen({ ...chosen, [name]: side })}
                    />
                    <b>{t(`resource.conflict.${side}`)}</b>
                    <FieldShow field={field} name={name} place={place} value={conflict[side][name]} refs={refs} full />
                  </label>
                ))}
              </fieldset>
            )
          )
        })}
      </div>
    </PageFrame>
  )
}
