import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { parameterOptions } from '../../contract/process-standard-endpoints'
import { getParameterLabel, type ProcessParameter } from '../../rules/process-standard'
import { TextInput } from '@/client/ui/TextInput'
import type { ProcessVariant } from './process-view'

type ParameterDefinition = Pick<ProcessParameter, 'key' | 'label' | 'labelEn' | 'unit'>
const DEFINITION_FIELDS = ['label', 'labelEn', 'unit', 'key'] as const
const MAX_LENGTHS = { label: 120, labelEn: 120, unit: 20, key: 40 } as const

const toParameterDefinition = ({ key, label, labelEn, unit }: ParameterDefinition): ParameterDefinition => ({
  key,
  label,
  labelEn: labelEn ?? null,
  unit,
})

/** Adds a parameter of other standards, so that its name and unit are the same everywhere, or a new parameter. */
export function AddParameterDialog({
  variant,
  usedParameters,
  onAdd,
  onClose,
}: {
  variant: ProcessVariant
  usedParameters: readonly ProcessParameter[]
  onAdd: (definitions: readonly ParameterDefinition[]) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['standards', 'client'])
  const language = useLanguage()
  const knownParameters = useEndpoint(parameterOptions, { variant })
  const [newParameter, setNewParameter] = useState<Record<(typeof DEFINITION_FIELDS)[number], string> | null>(null)
  const availableParameters = (knownParameters.data ?? []).filter(
    (parameter) => !usedParameters.some(({ key }) => key === parameter.key),
  )
  const formId = useId()
  const isKeyTaken = newParameter !== null && usedParameters.some(({ key }) => key === newParameter.key.trim())
  const canAdd =
    newParameter !== null && newParameter.label.trim() !== '' && newParameter.key.trim() !== '' && !isKeyTaken
  return (
    <Dialog open onClose={onClose} title={t('pages.standard.addParameter')}>
      {newParameter ? (
        <form
          className="standard-sheet stack gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (canAdd)
              onAdd([
                {
                  key: newParameter.key.trim(),
                  label: newParameter.label.trim(),
                  labelEn: newParameter.labelEn.trim() || null,
                  unit: newParameter.unit.trim() || null,
                },
              ])
          }}
        >
          {DEFINITION_FIELDS.map((name) => (
            <label key={name} htmlFor={`${formId}${name}`}>
              {t(`processStandard.sub.parameters.${name}`)}
              <TextInput
                id={`${formId}${name}`}
                value={newParameter[name]}
                required={name === 'label' || name === 'key'}
                maxLength={MAX_LENGTHS[name]}
                aria-invalid={name === 'key' && isKeyTaken}
                autoComplete="off"
                onChange={(typed) => setNewParameter({ ...newParameter, [name]: typed })}
              />
            </label>
          ))}
          <output className="quiet">{isKeyTaken ? t('pages.standard.keyTaken') : t('pages.standard.keyHint')}</output>
          <div className="ui-actions">
            <Button onClick={() => setNewParameter(null)}>{t('client:ui.back')}</Button>
            <Button type="submit" look="primary" disabled={!canAdd}>
              {t('pages.standard.addParameter')}
            </Button>
          </div>
        </form>
      ) : (
        <>
          <ul className="approver-choice stack">
            {availableParameters.map((parameter) => (
              <li key={parameter.key}>
                <button type="button" onClick={() => onAdd([toParameterDefinition(parameter)])}>
                  <b>{getParameterLabel(parameter, language)}</b>
                  <small>{parameter.unit}</small>
                </button>
              </li>
            ))}
          </ul>
          <div className="ui-actions">
            <Button
              onClick={() =>
                setNewParameter({ label: '', labelEn: '', unit: '', key: `p${usedParameters.length + 1}` })
              }
            >
              {t('pages.standard.ownParameter')}
            </Button>
            {availableParameters.length > 1 && (
              <Button look="primary" onClick={() => onAdd(availableParameters.map(toParameterDefinition))}>
                {t('pages.standard.allParameters', { count: availableParameters.length })}
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  )
}
