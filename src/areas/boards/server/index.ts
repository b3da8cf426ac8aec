import { defineServer } from '@/server/area'
import { boardsContract } from '../contract'

export const boardsServer = defineServer(boardsContract, {})
