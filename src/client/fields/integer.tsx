import type { IntegerField } from '@/contract/field'
import type { FieldParts } from './field-parts'
import { NumberFilter, NumberInput, NumberShow } from './number-input'

export const integerParts: FieldParts<IntegerField> = { Input: NumberInput, Show: NumberShow, Filter: NumberFilter }
