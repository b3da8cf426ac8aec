import type { AmountField } from '@/contract/field'
import type { FieldParts } from './field-parts'
import { NumberFilter, NumberInput, NumberShow } from './number-input'

export const amountParts: FieldParts<AmountField> = { Input: NumberInput, Show: NumberShow, Filter: NumberFilter }
