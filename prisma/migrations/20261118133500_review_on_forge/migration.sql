-- AlterTable
ALTER TABLE "Review" ADD COLUMN "forgeId" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "Review_pullRequestId_forgeId_key" ON "Review"("pullRequestId", "forgeId");
