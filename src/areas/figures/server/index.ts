import { defineServer } from '@/server/area'
import { figuresContract } from '../contract'

export const figuresServer = defineServer(figuresContract, {})
