-- AlterTable
ALTER TABLE "Session" ADD COLUMN "helperOffsets" JSONB NOT NULL DEFAULT '{}';
