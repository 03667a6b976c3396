-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN "besideDraft" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Session" ADD COLUMN "serversAsked" TEXT NOT NULL DEFAULT '';
